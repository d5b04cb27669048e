import { describe, expect, it } from 'vitest'
import { targetOf } from '../../src/api/request-target.js'

describe('the target of a URL', () => {
  it.each([
    'http://mock/api/v0/roles',
    'http://mock/api/v0/roles?nextPage=abc',
    'http://mock/api/v0/roles?a=1&b=2?c=3',
    'http://mock/api/v0/roles?next=/api/v0/users',
    'http://mock/api/v0/roles?url=http://other/path',
    'http://mock/api/v0/roles#part',
    'http://mock/api/v0/roles?a=1#part?b=2',
    'http://mock/api/v0/roles#part?a=1',
    'http://mock/api/v0/roles#/api/v0/users',
    'http://mock/a%2Fb/%zz/volunteer?x=%zz',
    'http://mock//api//v0/',
    'http://127.0.0.1:4020/api/v0/roles',
    'http://[::1]:4020/api/v0/roles?a=1',
    'https://user:secret@mock.example/api/v0/roles',
    'http://mock/',
    'http://mock/?a=1',
    'http://mock/#part',
  ])('of %s agrees with the URL standard', (url) => {
    const { pathname, search } = new URL(url)
    expect(targetOf(url)).toEqual({ path: pathname, query: search.slice(1) })
  })

  it.each([
    ['http://mock', { path: '/', query: '' }],
    ['http://mock?a=/b', { path: '/', query: 'a=/b' }],
    ['http://mock#/b', { path: '/', query: '' }],
    ['http://mock?a=1#/b', { path: '/', query: 'a=1' }],
  ])('of %s, which has no path, is the root path', (url, target) => {
    expect(targetOf(url)).toEqual(target)
  })

  it('has an empty query if the URL ends with the question mark', () => {
    expect(targetOf('http://mock/api/v0/roles?')).toEqual({ path: '/api/v0/roles', query: '' })
  })

  it('keeps the percent-encoding', () => {
    expect(targetOf('http://mock/a%20b?c=%2F')).toEqual({ path: '/a%20b', query: 'c=%2F' })
  })
})
