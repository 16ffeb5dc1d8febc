import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { chooseLanguage } from '#client/kit/user.ts'
import { languages, useLanguage, useWords, type Language } from '#client/kit/words.ts'

/** Language and theme. */
export function Appearance() {
  const words = useWords().account
  const shell = useWords().shell
  const language = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <section className="card pad" aria-labelledby="account-appearance">
      <h2 id="account-appearance">{words.appearance}</h2>
      <p className="sub">{words.appearanceHint}</p>
      <div className="account-choices">
        <div>
          <h3 id="account-language">{shell.language}</h3>
          <SegmentedControl
            aria-labelledby="account-language"
            value={language}
            onChange={(chosen) => void chooseLanguage(chosen as Language)}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <div>
          <h3 id="account-theme">{shell.theme}</h3>
          <SegmentedControl
            aria-labelledby="account-theme"
            value={colorScheme}
            onChange={(chosen) => setColorScheme(chosen as MantineColorScheme)}
            data={Object.entries(shell.themes).map(([value, label]) => ({ value, label }))}
          />
        </div>
      </div>
    </section>
  )
}
