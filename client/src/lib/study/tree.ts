/** A board as it is known here: what changes is taken in by its numbers, and everybody who has heard all has the same. */

import type { Board, BoardNode } from './boards'

/** Take the news of a board in; older ones than what is known change nothing. */
export function merged(known: Board | null, news: Board): Board {
  if (known === null || news.since === null) return known && known.version > news.version ? known : news
  if (news.version < known.version) return known
  return {
    ...news,
    nodes: taken(known.nodes, news.nodes, ({ id }) => id),
    comments: taken(known.comments, news.comments, ({ id }) => id),
    arrows: taken(known.arrows, news.arrows, ({ id }) => id),
    members: taken(known.members, news.members, ({ id }) => id),
    words: taken(known.words as never[], news.words as never[], ({ node }: { node: number }) => node),
  } as Board
}

function taken<Item>(known: Item[], news: Item[], keyOf: (item: Item) => number): Item[] {
  if (!news.length) return known
  const found = new Map(known.map((item) => [keyOf(item), item]))
  for (const item of news) found.set(keyOf(item), item)
  return [...found.entries()].sort(([one], [other]) => one - other).map(([, item]) => item)
}

/** A step of the line shown: a position, and the others that follow the same one. */
export interface Step {
  node: BoardNode
  others: BoardNode[]
}

/** A board's tree as one looks around in it. */
export class Tree {
  #children = new Map<number, BoardNode[]>()
  #nodes: Map<number, BoardNode>

  constructor(nodes: readonly BoardNode[]) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]))
    for (const node of nodes) {
      if (node.parent === null || node.is_removed) continue
      const beside = this.#children.get(node.parent)
      if (beside) beside.push(node)
      else this.#children.set(node.parent, [node])
    }
  }

  node(id: number): BoardNode | null {
    return this.#nodes.get(id) ?? null
  }

  children(id: number): readonly BoardNode[] {
    return this.#children.get(id) ?? []
  }

  /** The positions from the first one to this one. */
  path(id: number): BoardNode[] {
    const found: BoardNode[] = []
    for (let node = this.node(id); node; node = node.parent === null ? null : this.node(node.parent)) found.push(node)
    return found.reverse()
  }

  /** Whether a position stands in the tree: neither it nor one before it was removed. */
  isThere(id: number): boolean {
    return this.node(id) !== null && this.path(id).every((node) => !node.is_removed)
  }

  /** The last position on the way to one that stands in the tree. */
  nearest(id: number): number {
    const path = this.path(id)
    const gone = path.findIndex((node) => node.is_removed)
    return (gone < 0 ? path.at(-1) : path[gone - 1])?.id ?? 0
  }

  /** The line through a position: the way to it, and on by what was laid first. */
  line(id: number): Step[] {
    const nodes = this.path(id)
    for (let next = this.children(id)[0]; next; next = this.children(next.id)[0]) nodes.push(next)
    return nodes.map((node) => ({
      node,
      others: node.parent === null ? [] : this.children(node.parent).filter((other) => other.id !== node.id),
    }))
  }
}
