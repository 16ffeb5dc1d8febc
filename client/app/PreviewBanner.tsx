import { Button } from '@mantine/core'
import { IconEyeCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { endPreview, usePreview } from '#client/kit/preview.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** Says above every screen that these are not one's own eyes. */
export function PreviewBanner() {
  const role = usePreview()
  const words = useWords().administration.preview
  const translate = useContractWords()
  const navigate = useNavigate()
  if (!role) return null
  return (
    <div className="preview-banner" role="status">
      <IconEyeCheck size={17} aria-hidden />
      <span>{words.banner(translate(role.label))}</span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          endPreview()
          void navigate({ to: '/admin/roles' })
        }}
      >
        {words.leave}
      </Button>
    </div>
  )
}
