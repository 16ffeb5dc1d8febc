import { Button, CopyButton, TextInput } from '@mantine/core'
import { Dialog } from '../Dialog.tsx'
import { closeOnce, useOnce } from './once.ts'
import './forms.css'

/** The dialog of something that is shown once. A slip of the hand does not close it. */
export function OnceDialog() {
  const once = useOnce()
  if (!once) return null
  return (
    <Dialog
      onClose={closeOnce}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={520}
      title={once.title}
    >
      {once.content}
      <div className="form-foot plain">
        <Button onClick={closeOnce}>{once.understood}</Button>
      </div>
    </Dialog>
  )
}

/** A value to copy, with its button. */
export function CopyValue({
  label,
  value,
  copy,
  copied,
}: {
  label: string
  value: string
  copy: string
  copied: string
}) {
  return (
    <CopyButton value={value}>
      {(button) => (
        <div className="copy-value">
          <TextInput label={label} value={value} readOnly onFocus={(event) => event.currentTarget.select()} />
          <Button variant="default" onClick={button.copy}>
            {button.copied ? copied : copy}
          </Button>
        </div>
      )}
    </CopyButton>
  )
}
