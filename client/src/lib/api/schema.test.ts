import { readFileSync } from 'node:fs'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { expect, it } from 'vitest'

it('the types are those of the table’s document: npm run types writes them anew', { timeout: 30_000 }, async () => {
  const made = await openapiTS(new URL('../../../../docs/schema/openapi.json', import.meta.url))
  const written = readFileSync(new URL('./schema.d.ts', import.meta.url), 'utf8')
  expect(written).toBe(`${COMMENT_HEADER}${astToString(made)}`)
})
