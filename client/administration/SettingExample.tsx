import { IconArrowRight } from '@tabler/icons-react'
import { settings, type Setting, type SettingName } from '#contract/house/settings.ts'
import { inUnits, withUnit } from '#contract/house/settingUnits.ts'
import { useFormat } from '#client/kit/format.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './administration.css'

type Shown = { unit: string; parts?: 1 | 100 | undefined }

/** A value with its unit, as people write it, in the language of the user. */
export function useShownValue() {
  const words = useWords().administration
  const translate = useContractWords()
  return ({ unit, parts }: Shown, value: unknown): string => {
    if (typeof value === 'boolean') return value ? words.on : words.off
    return typeof value === 'number' ? withUnit(inUnits(value, { parts }), unit && translate(unit)) : words.nothing
  }
}

type Change = { name: SettingName; before: unknown; after: unknown }

/** What a number setting does now and would do then, in a case that people know. */
export function SettingExample({ name, before, after }: Change) {
  const words = useWords().settingExamples
  const { money, number } = useFormat()
  if (!(name in words) || typeof before !== 'number') return null
  const example = words[name as Exclude<keyof typeof words, 'title' | 'now' | 'changed'>] // border: tested above
  const changes = typeof after === 'number' && after !== before
  return (
    <dl className="setting-example" aria-label={words.title}>
      <div>
        <dt>{words.now}</dt>
        <dd>{example(before, { money, number })}</dd>
      </div>
      <div aria-live="polite">
        {changes && (
          <>
            <dt>{words.changed}</dt>
            <dd>{example(after, { money, number })}</dd>
          </>
        )}
      </div>
    </dl>
  )
}

/** The before and after of a setting in its unit, with an example of both. */
export function ChangedSetting({ name, before, after }: Change) {
  const shown = useShownValue()
  const setting: Setting = settings[name]
  const as = setting.type === 'number' ? setting : { unit: '' }
  return (
    <>
      <p className="setting-change">
        <del>{shown(as, before)}</del> <IconArrowRight size={14} aria-hidden /> <ins>{shown(as, after)}</ins>
      </p>
      <SettingExample name={name} before={before} after={after} />
    </>
  )
}
