import type { ComponentChildren } from 'preact'

interface TableProps {
  readonly label: string
  readonly look: string
  readonly columns: readonly { readonly label: string; readonly look?: string }[]
  readonly isBusy?: boolean
  /** The rows. Their last cell has buttons. */
  readonly children: ComponentChildren
}

export function Table({ label, look, columns, isBusy, children }: TableProps) {
  return (
    <div class="box">
      <table class={look} aria-label={label} aria-busy={isBusy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" class={column.look}>
                {column.label}
              </th>
            ))}
            <th scope="col" class="row-actions">
              <span class="only-read">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
