import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'

type DialogProps = Omit<ModalProps, 'opened' | 'title'> & { title: ReactNode; busy?: boolean }

/** A dialog, open as long as it is there. It cannot be closed while it is `busy`. */
export const Dialog = ({ title, busy = false, onClose, ...rest }: DialogProps) => (
  <Modal {...rest} opened onClose={busy ? () => {} : onClose} title={<span className="modal-title">{title}</span>} />
)
