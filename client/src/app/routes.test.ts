import { describe, expect, it } from 'vitest'
import { GAMES } from '../games'
import { freeSeatInFragment, keyInFragment, messageLinkInFragment, parse, path, seatInFragment, type Route } from './routes'

const game = GAMES[0]!.name

const ROUTES: Route[] = [
  { page: 'start' },
  { page: 'new', game },
  { page: 'learn', game },
  { page: 'table', table: 'aB-3_x', turn: null },
  { page: 'table', table: 'aB-3_x', turn: 14 },
  { page: 'score', game },
  { page: 'rules', game, rule: null },
  { page: 'rules', game, rule: 'M12' },
  { page: 'day' },
  { page: 'board', board: null },
  { page: 'board', board: 'aB-3_x' },
  { page: 'ratings' },
  { page: 'person', person: '0a1b' },
  { page: 'tournaments' },
  { page: 'clubs' },
  { page: 'club', club: 'aB-3_x' },
  { page: 'tournament', tournament: 'aB-3_x', deal: null },
  { page: 'tournament', tournament: 'aB-3_x', deal: 12 },
  { page: 'pieces' },
  { page: 'admin' },
  { page: 'cards', game: GAMES.find(({ cards }) => cards)!.name },
  { page: 'puzzle', game, puzzle: null },
  { page: 'puzzle', game, puzzle: 'm1234567' },
]

describe('addresses', () => {
  it.each(ROUTES)('reads back the path of %o', (route) => {
    expect(parse(path(route))).toEqual(route)
  })

  it('leads from the rules and the scores of no game to those of the first', () => {
    expect(parse('/rules')).toEqual({ page: 'rules', game, rule: null })
    expect(parse('/score/')).toEqual({ page: 'score', game })
  })

  it.each(['/t', '/t/x/soon', '/tournament/x/soon', '/club/x/y', '/t/x/1/2', '/score/chess', '/rules/chess', `/new/${game}/x`, `/cards/${GAMES.find(({ cards }) => !cards)!.name}`, '/learn', '/learn/chess', `/learn/${game}/2`, '/puzzle', '/puzzle/chess', `/puzzle/${game}/m1234567/2`, '/else', '/100%', `/puzzle/${game}/%`, '/t/%E0%A4'])('knows no page at %s', (address) => {
    expect(parse(address)).toEqual({ page: 'missing' })
  })
})

describe('an address that was copied with the end of its sentence', () => {
  it.each(['.', ',', '!', ').', '?'])('is read without %s', (end) => {
    expect(parse(`/t/aB-3_x${end}`)).toEqual({ page: 'table', table: 'aB-3_x', turn: null })
    expect(parse(`/rules/${game}/M16${end}`)).toEqual({ page: 'rules', game, rule: 'M16' })
  })
})

describe('the free seat that a link is meant for', () => {
  it('is counted from 1, as people do', () => {
    expect(freeSeatInFragment('#seat-3')).toBe(2)
  })

  it.each(['', '#actions', '#seat-0', '#seat-', '#seat-12', '#2.Zk3_abc-DEF012'])('is not in %s', (fragment) => {
    expect(freeSeatInFragment(fragment)).toBeNull()
  })
})

describe('the secret of a seat in a link', () => {
  it('is the fragment: the seat, a dot, the secret', () => {
    expect(seatInFragment('#2.Zk3_abc-DEF012')).toEqual({ seat: 2, secret: 'Zk3_abc-DEF012' })
  })

  it.each(['', '#', '#actions', '#2.', '#2.short', '#x.Zk3_abc-DEF012', '#2.<script>alert(1)'])('is not in %s', (fragment) => {
    expect(seatInFragment(fragment)).toBeNull()
  })
})

describe('the fragment of a link in a message', () => {
  it('says what it is for, and holds its token', () => {
    const token = '0f'.repeat(32)
    expect(messageLinkInFragment(`#confirm-${token}`)).toEqual({ purpose: 'confirm', token })
    expect(messageLinkInFragment(`#stop-${token}`)).toEqual({ purpose: 'stop', token })
  })

  it.each(['', '#confirm-', `#confirm-${'0'.repeat(63)}`, `#start-${'0'.repeat(64)}`, `#stop-${'G'.repeat(64)}`])('is none in %s', (fragment) => {
    expect(messageLinkInFragment(fragment)).toBeNull()
  })

  it('reads the key of the operators’ page, and nothing that is none', () => {
    const key = 'Zk3_'.repeat(10) + 'abc'
    expect(keyInFragment(`#${key}`)).toBe(key)
    for (const fragment of ['', '#', `#${key}x`, key, '#seat-3']) expect(keyInFragment(fragment)).toBeNull()
  })
})
