import { Button, Menu } from '@mantine/core'
import { IconFileText, IconIdBadge2, IconJson } from '@tabler/icons-react'
import { useState } from 'react'
import { subjectPack } from '#contract/farmers/subjectPack.ts'
import { download } from '#client/kit/download.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useLanguage, useWords } from '#client/kit/words.ts'

const formats = [
  { format: 'pdf', Icon: IconFileText },
  { format: 'json', Icon: IconJson },
] as const

/** Takes out everything that is held on a farmer, for the farmer. */
export function PackMenu({ farmerId }: { farmerId: string }) {
  const words = useWords().pack
  const language = useLanguage()
  const user = useUser()
  const [busy, setBusy] = useState(false)
  if (!may(user, subjectPack.pack.allow)) return null
  const save = async (format: (typeof formats)[number]['format']) => {
    setBusy(true)
    await download(subjectPack.pack, { params: { id: farmerId }, query: { format, language } })
    setBusy(false)
  }
  return (
    <Menu width={280}>
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<IconIdBadge2 size={16} aria-hidden />}>
          {words.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="pack-hint">{words.hint}</Menu.Label>
        {formats.map(({ format, Icon }) => (
          <Menu.Item key={format} leftSection={<Icon size={16} aria-hidden />} onClick={() => void save(format)}>
            {words[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
