import { computed } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { createWordTest } from '../../../../src/common/text.js'
import { defaultOf, describeVariants } from '../../../../src/contract/variants.js'
import { Button } from '../../parts/button.js'
import { Choice, Search } from '../../parts/field.js'
import { Empty, Failed, Loading, Page } from '../../parts/page.js'
import { api } from '../../state/api.js'
import { section } from '../../state/location.js'
import { useCoverage } from '../coverage/use-coverage.js'
import { useSettings } from '../../state/settings.js'
import { AssumptionRow } from './assumption-row.js'
import { nearestProfile, readValues } from './profile.js'

type Shown = 'all' | 'changed' | 'used'

const nothingTexts: Readonly<Record<Shown, string>> = {
  all: 'No assumption matches the filter',
  changed: 'Every assumption has the value of the profile',
  used: 'No response has depended on an assumption yet',
}

/** The text of each assumption for the filter, in lower case. */
const searchTexts = computed(() => {
  const texts = Object.entries(api.value.assumptions).map(([name, assumption]) => {
    const { question, status, variants, section: heading, quote, observed } = assumption
    const parts = [name, question, status, describeVariants(variants), heading, quote, observed]
    return [name, parts.join(' ').replaceAll('`', '').toLowerCase()] as const
  })
  return new Map(texts)
})

function found(text: string): readonly string[] {
  const hasWords = createWordTest(text)
  return api.value.assumptionNames.filter((name) => hasWords(searchTexts.value.get(name)!))
}

/** Returns how many responses depended on each assumption. They are counted since the sandbox was created. */
function useCounts(): (name: string) => number {
  const { data } = useCoverage()
  return (name) =>
    (data?.answers ?? [])
      .filter((answer) => name in answer.assumptions)
      .reduce((sum, { count }) => sum + count, 0)
}

/** An assumption that needs no explanation: how many records a page of a list has. */
function Example() {
  const { operations, assumptions } = api.value
  const lists = operations.map(({ list }) => ({ list, name: `${list}.pageSize` }))
  const { list, name } = lists.find((each) => each.name in assumptions) ?? {}
  if (name === undefined) return null
  return (
    <>
      For example, the specification does not say how many {list} a page has, so <code>{name}</code> is{' '}
      {defaultOf(assumptions[name]!.variants)}.{' '}
    </>
  )
}

function describeDifferences(count: number): string {
  const all = api.value.assumptionNames.length
  if (count === 0) return `All ${all} assumptions match it.`
  return `${count} of ${all} assumptions ${count === 1 ? 'differs' : 'differ'} from it.`
}

const about = (
  <>
    An assumption is a choice that conmock makes where the API specification leaves one open. <Example />A
    change applies from the next response on, until the sandbox is reset.
  </>
)

export function Assumptions() {
  const { data: settings, error, reload, assume } = useSettings()
  const countOf = useCounts()
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Shown>('all')

  function showAll(): void {
    setText('')
    setShown('all')
  }

  // A filter must not hide what a link leads to.
  useEffect(showAll, [section.value])

  if (!settings) {
    return (
      <Page title="Assumptions" about={about}>
        {error ? <Failed error={error} reload={reload} /> : <Loading />}
      </Page>
    )
  }

  const { assumptionNames } = api.value
  const { profile, changed } = nearestProfile(api.value, settings)
  const isShown: Readonly<Record<Shown, (name: string) => boolean>> = {
    all: () => true,
    changed: (name) => changed.includes(name),
    used: (name) => countOf(name) > 0,
  }
  const wanted = found(text).filter(isShown[shown])
  const groups = Map.groupBy(wanted, (name) => name.split('.')[0]!)

  return (
    <Page
      title="Assumptions"
      about={about}
      actions={
        changed.length > 0 && (
          <Button onClick={() => assume(readValues(api.value, profile, changed))}>
            Reset to {profile} ({changed.length})
          </Button>
        )
      }
    >
      <p>
        {changed.length === 0 ? 'The profile' : 'Nearest profile'}: <code>{profile}</code>.{' '}
        {describeDifferences(changed.length)}
      </p>
      <div class="toolbar">
        <Search label="Filter by name, question or evidence" value={text} onChange={setText} />
        <Choice<Shown>
          label="Show"
          value={shown}
          options={[
            { value: 'all', label: 'All' },
            { value: 'changed', label: `Changed (${changed.length})` },
            { value: 'used', label: `Used (${assumptionNames.filter(isShown.used).length})` },
          ]}
          onChange={setShown}
        />
        <span class="count" role="status">
          {wanted.length} of {assumptionNames.length} assumptions
        </span>
      </div>
      {error && <Failed error={error} reload={reload} />}
      {wanted.length === 0 && (
        <Empty title={nothingTexts[text === '' ? shown : 'all']}>
          {text === '' && shown === 'used' && <p>Send a request to the API.</p>}
          <Button onClick={showAll}>Show all assumptions</Button>
        </Empty>
      )}
      {[...groups].map(([group, members]) => (
        <section key={group} class="assumptions box" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{group}</h2>
          {members.map((name) => (
            <AssumptionRow
              key={name}
              name={name}
              settings={settings}
              profile={profile}
              isChanged={changed.includes(name)}
              uses={countOf(name)}
              assume={assume}
            />
          ))}
        </section>
      ))}
    </Page>
  )
}
