import { beforeAll, describe, expect, it } from 'vitest'
import type { TableEvent, TableView } from '../../../lib/api/types'
import { fillTemplate, wordAmounts } from '../../../lib/table/turn/refusals.svelte'
import type { Text } from '../../../words/words.svelte'
import en from './en/table.json'
import { deckOf } from '../cards/cards'
import { abilityText, amountsText, cardLines, effectLine, origin, originText, scoringText } from './saying'
import { turnSentence } from './sentences'
import { RESOURCES, type Card, type MarketComponents } from '../types'
import { marketWords } from './words.svelte'

const ENGLISH: Record<string, Text> = en

describe('the words of River Market', () => {
  it('has a word for every power, occasion, count and group that a deck may name', () => {
    const named: Record<string, readonly string[]> = {
      power: ['reach', 'back', 'zoom', 'discount', 'when', 'hand', 'times', 'both', 'bonus-again', 'shared-bonus', 'bonus-too'],
      when: ['own-booth', 'others-booth', 'starting-booth', 'visited', 'attend', 'build', 'hire', 'action', 'zoom', 'stroll', 'meeting', 'yield', 'passed'],
      each: ['one', 'goods', 'kinds', 'booths', 'events', 'helpers', 'attended', 'houses-left', 'others-here', 'river', 'guests'],
      also: ['draw', 'take-back', 'call', 'collect', 'share', 'sail-on'],
      most: ['goods', 'kinds', 'booths', 'events', 'helpers', 'attended', 'houses-left', 'others-here', 'river', 'guests', ...RESOURCES, 'lots'],
      one: RESOURCES,
      cards: ['all', 'booths', 'events', 'helpers', 'actions'],
    }
    for (const [kind, words] of Object.entries(named)) for (const word of words) expect(ENGLISH).toHaveProperty([`${kind}_${word}`])
  })
})

const card = (parts: Partial<Card>): Card => ({ id: 'a-card', name: 'A Card', kind: 'booth', sources: {}, ...parts })

describe('cards in words', () => {
  beforeAll(() => marketWords.load('en'))

  it('says amounts in the order of the resources', () => {
    expect(amountsText({ coin: 1, veggie: 2 })).toBe('2 Veggies and 1 Coin')
    expect(amountsText({})).toBe('nothing')
  })

  it('says an effect that is paid for and may be repeated', () => {
    expect(effectLine({ spend: { veggie: 2 }, gain: { coin: 1 }, times: 4 })).toBe('2 Veggies for 1 Coin, up to 4 times')
    expect(effectLine({ attend: true })).toBe('Place a house in a star space')
    expect(effectLine({ gain: { coin: 1 }, for_each: 'others-here' })).toBe('Gain 1 Coin for each other pawn here')
  })

  it('says the amounts of a refusal in the same words', () => {
    const template = '{card} costs {price}; you lack {lacking}.'
    const values = { card: 'Weaver', price: { veggie: 1, coin: 2 }, lacking: { coin: 1 } }
    wordAmounts(amountsText)
    expect(fillTemplate(template, values, 'en')).toBe('Weaver costs 1 Veggie and 2 Coins; you lack 1 Coin.')
    expect(fillTemplate('{card} costs {price}.', { card: 'Weaver', price: {} }, 'en')).toBe('Weaver costs nothing.')
    expect(fillTemplate('stop at {stops:or}', { stops: ['Forge', 'Swap Meet'] }, 'fr')).toBe('stop at Forge ou Swap Meet')
  })

  it('joins planks of which one is chosen', () => {
    const lines = cardLines(card({ mode: 'choose', planks: [{ gain: { tool: 2 } }, { spend: { veggie: 1 }, gain: { tool: 3 } }] }))
    expect(lines).toEqual(['Gain 2 Tools; or 1 Veggie for 3 Tools'])
    expect(cardLines(card({ mode: 'choose', planks: [{ gain: { tool: 2 } }, { gain: { fish: 1 } }] }))).toEqual(['Gain 2 Tools; or gain 1 Fish'])
  })

  it('says what the second edition can do besides', () => {
    expect(effectLine({ gain: { lily: 4, coin: 1 }, also: 'draw' })).toBe('Gain 4 Lilies and 1 Coin, and draw two more cards when the turn ends')
    expect(scoringText({ points: 5, of: 'booths', contest: true })).toBe('Most Booths among all who attend: 5 VP')
    expect(scoringText({ points: 6, lot: { cloth: 1, tool: 1 }, contest: true })).toBe('Most sets of 1 Cloth and 1 Tool among all who attend: 6 VP')
    expect(cardLines(card({ attending: [{ points: 6, lot: { fish: 1 }, contest: true }] }))).toEqual(['Most Fish among all who attend: 6 VP'])
    expect(cardLines(card({ mirror: true, owner_bonus: { lily: 2 } }))).toEqual(['Has the planks of the next Booth', 'Owner bonus: 2 Lilies'])
    expect(cardLines(card({ owner_bonus: { lily: 1 }, bonus_per_pawn: true }))).toEqual(['Owner bonus for each pawn here: 1 Lily'])
  })

  it('says abilities and scorings', () => {
    expect(abilityText({ power: 'discount', cards: 'booths', less: { coin: 1 } })).toBe('Booths cost you 1 Coin less.')
    expect(abilityText({ power: 'when', when: 'yield', resource: 'lily', gain: { lily: 1 } })).toBe('A Booth’s planks give you at least 1 Lily: gain 1 Lily.')
    expect(scoringText({ points: 1, lot: { fish: 1 }, limit: 6 })).toBe('1 VP per Fish, at most 6 VP')
    expect(scoringText({ points: 1, lot: { lily: 2 } })).toBe('1 VP per 2 Lilies')
  })

  it('tells printed cards from invented ones', () => {
    expect(origin(card({ sources: { name: 'printed', step: 'invented' } }))).toBe('partly')
    expect(originText(card({ sources: { name: 'printed', step: 'invented' } }))).toContain('Printed: name')
    expect(origin(card({ sources: { name: 'invented' } }))).toBe('invented')
    expect(origin(card({ sources: { name: 'printed' } }))).toBe('printed')
  })

  it('says a turn from its event, in full and in short', () => {
    const deck = deckOf({ cards: [card({ id: 'a', name: 'Forage' }), card({ id: 'b', name: 'Weaver', owner_bonus: { cloth: 1 } })] } as MarketComponents)
    const seat = { kind: 'person', level: null, is_taken: true }
    const view = {
      viewer: 0,
      seats: [{ ...seat, seat: 0, name: 'Mara' }, { ...seat, seat: 1, name: 'Jon' }],
      state: { river: { top: [{ card: 'b', owner: 0 }], bottom: [] } },
    } as unknown as TableView
    const event = {
      kind: 'turn',
      seat: 1,
      move: { type: 'move', card: 'a', booth: 'b', planks: [{ plank: 1, times: [{ spent: { veggie: 1 }, gained: { coin: 1 } }, { spent: { veggie: 1 }, gained: { coin: 1 } }] }] },
      chance: { drawn: ['?0'] },
    } as unknown as TableEvent
    const full = turnSentence(view, deck, event)
    expect(full).toContain('Jon: Forage discarded, to Weaver. Paid 2 Veggies. Gained 2 Coins.')
    expect(full).toContain('1 card drawn.')
    expect(turnSentence(view, deck, event, false, true)).not.toContain('Paid')
  })

  it('tells what a turn brought besides: by whose card, to whom and how much', () => {
    const deck = deckOf({ cards: [card({ id: 'a', name: 'Row' }), card({ id: 'b', name: 'Weaver' }), card({ id: 'c', name: 'Forge' }), card({ id: 'd', name: 'Toll Beaver', kind: 'helper' })] } as MarketComponents)
    const seat = { kind: 'person', level: null, is_taken: true }
    const view = {
      viewer: null,
      seats: [{ ...seat, seat: 0, name: 'Mara' }, { ...seat, seat: 1, name: 'Jon' }, { ...seat, seat: 2, name: 'Ada' }],
      state: { river: { top: [{ card: 'b', owner: 0 }], bottom: [] } },
    } as unknown as TableView
    const consequences = [
      { type: 'helper', seat: 2, card: 'd', amounts: { veggie: 1 } },
      { type: 'called', seats: [0, 2], booth: 'c' },
      { type: 'collected', amounts: { tool: 2 } },
      { type: 'owner-bonus', seat: 0, card: 'b', amounts: { cloth: 3 } },
      { type: 'shared-bonus', seat: 1, card: 'b', amounts: { cloth: 1 } },
      { type: 'sailed-on', booth: 'c' },
      { type: 'end-triggered', turns: 6 },
    ]
    const planks = [{ plank: 1, times: [{ gained: { coin: 1 } }] }]
    const event = { kind: 'turn', seat: 1, move: { type: 'move', card: 'a', booth: 'b', planks }, consequences, chance: { drawn: ['?0'] } } as unknown as TableEvent
    const told =
      'Ada: 1 Veggie from Toll Beaver. Called here from Forge: Mara and Ada. Owner bonuses collected: 2 Tools. ' +
      'Mara: 3 Cloth, the Owner bonus of Weaver. Jon: 1 Cloth, the Owner bonus of Weaver too. Sailed on to Forge. ' +
      'The last house is placed: everyone gets a Zoom token, 6 turns are left.'
    expect(turnSentence(view, deck, event)).toBe(`Jon: Row discarded, to Weaver. Gained 1 Coin. ${told} 1 card drawn.`)
    expect(turnSentence(view, deck, event, false, true)).toContain(told)
    const built = { kind: 'turn', seat: 1, move: { type: 'build', card: 'c', end: 'top-left' }, consequences: consequences.slice(0, 1) }
    expect(turnSentence(view, deck, built as unknown as TableEvent)).toContain('Ada: 1 Veggie from Toll Beaver.')
  })

  it('tells of a turn that was not taken whose Owner bonus it gives', () => {
    const bonus = { owner_bonus: { cloth: 1 } }
    const deck = deckOf({ cards: [card({ id: 'a', name: 'Row' }), card({ id: 'b', name: 'Weaver', ...bonus }), card({ id: 'c', name: 'Forge', ...bonus })] } as MarketComponents)
    const seat = { kind: 'person', level: null, is_taken: true }
    const view = {
      viewer: null,
      seats: [{ ...seat, seat: 0, name: 'Mara' }, { ...seat, seat: 1, name: 'Jon' }, { ...seat, seat: 2, name: 'Ada' }],
      state: { river: { top: [{ card: 'b', owner: 0 }, { card: 'c', owner: 2 }], bottom: [] } },
    } as unknown as TableView
    const said = (planks: object[]) =>
      turnSentence(view, deck, { kind: 'turn', seat: 1, move: { type: 'move', card: 'a', booth: 'b', planks } } as unknown as TableEvent)
    const there = { plank: 1, times: [{ gained: { coin: 1 } }] }
    const onward = { ...there, booth: 'c' }
    expect(said([there, onward])).toContain('Owner bonus for Mara. Owner bonus for Ada.')
    expect(said([onward])).not.toContain('Owner bonus for Mara.')
    expect(said([onward, { ...onward, plank: 2 }]).match(/Owner bonus for Ada\./g)).toHaveLength(1)
  })
})
