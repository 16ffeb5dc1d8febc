import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from '#test/kit/sourceFiles.ts'

const house = join(import.meta.dirname, '../..')
const imported = readFileSync(join(house, 'client/app/css/mantine.css'), 'utf8')
/** Components that show another one, whose styles they need. */
const madeOf: Record<string, string> = {
  Select: 'Combobox',
  TextInput: 'Input',
  Textarea: 'Input',
  NativeSelect: 'Input',
}

test('every Mantine component in use has its styles', () => {
  const used = readSources().flatMap(({ path, text, isTest }) =>
    path.startsWith('client/') && !isTest
      ? [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) => names.split(','))
      : [],
  )
  const components = new Set(used.map((name) => name.trim()).flatMap((name) => [name, madeOf[name] ?? name]))
  const without = [...components].filter(
    (name) =>
      existsSync(join(house, `node_modules/@mantine/core/styles/${name}.layer.css`)) &&
      !imported.includes(`/${name}.layer.css`),
  )
  expect(components.size).toBeGreaterThan(20)
  expect(without).toEqual([])
})
