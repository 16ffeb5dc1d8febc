import { settings, type SettingName } from '#contract/house/settings.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'

type ValueOf<Name extends SettingName> = (typeof settings)[Name]['type'] extends 'switch' ? boolean : number

/** The value of a setting that is in force: the stored one, else its declared default. */
export async function readSetting<Name extends SettingName>(tx: Tx, name: Name): Promise<ValueOf<Name>> {
  const [stored] = await rows(tx, sql<{ value: unknown }>`select value from settings where name = ${name}`)
  const value = stored?.value ?? settings[name].default
  return value as ValueOf<Name> // border: only values that passed the setting's own rule are stored
}
