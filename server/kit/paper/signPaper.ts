import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { SignPdf } from '@signpdf/signpdf'
import { P12Signer } from '@signpdf/signer-p12'
import { DEFAULT_BYTE_RANGE_PLACEHOLDER, SIG_FLAGS, SUBFILTER_ADOBE_PKCS7_DETACHED } from '@signpdf/utils'
import { now } from '#server/kit/clock.ts'
import type { PDFDocument } from './pdfFont.ts'
import type { SigningCertificate } from './signingCertificate.ts'

/** Bytes that are kept free for the signature: a chain of three certificates has room. */
const room = 16_384

/** The head of the file, which the types of pdfkit leave out. */
type Headed = {
  _root: { data: { AcroForm: { data: { SigFlags?: number; NeedAppearances?: boolean } } } }
}

type Ended = { end: () => void }

/** Keeps a place for a signature in a document that is being written: before its end, on its last page. */
export function keepPlaceForSignature(document: InstanceType<typeof PDFDocument>, reason: string): void {
  const anything = DEFAULT_BYTE_RANGE_PLACEHOLDER
  const signature = document.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUBFILTER_ADOBE_PKCS7_DETACHED,
    ByteRange: [0, anything, anything, anything],
    Contents: Buffer.alloc(room),
    // pdfkit takes a plain string for a name of its own, and a boxed one for a text.
    // oxlint-disable-next-line no-new-wrappers
    Reason: new String(reason),
    M: now(),
  })
  document.initForm()
  const { data: form } = (document as unknown as Headed)._root.data.AcroForm // border: see the type
  form.SigFlags = SIG_FLAGS.SIGNATURES_EXIST | SIG_FLAGS.APPEND_ONLY
  // A reader that drew the fields anew would alter what is signed.
  delete form.NeedAppearances
  document.formAnnotation('Signature', '', 0, 0, 0, 0, { FT: 'Sig', V: signature, P: document.page.dictionary })
  ;(signature as unknown as Ended).end() // border: its types ask for a piece of a stream, which it is not
}

/** Signs a document in which a place is kept: every byte of it but the signature. */
export async function signPaper(paper: Readable, { p12, passphrase }: SigningCertificate): Promise<Buffer> {
  return new SignPdf().sign(await buffer(paper), new P12Signer(p12, { passphrase }), now())
}
