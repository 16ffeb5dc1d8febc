import { ActionIcon, Menu } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { chooseLanguage } from './user.ts'
import { languages, useLanguage, useWords, type Language } from './words.ts'

/** Chooses the language. */
export function LanguageMenu() {
  const words = useWords().shell
  const language = useLanguage()
  return (
    <Menu width={170}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={words.language}>
          <IconLanguage size={19} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={language} onChange={(chosen) => void chooseLanguage(chosen as Language)}>
          {Object.entries(languages).map(([key, name]) => (
            <Menu.RadioItem key={key} value={key} lang={key} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
