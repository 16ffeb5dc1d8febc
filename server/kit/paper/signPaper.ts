import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { SignPdf } from '@signpdf/signpdf'
import {
  ANNOTATION_FLAGS,
  DEFAULT_BYTE_RANGE_PLACEHOLDER,
  SIG_FLAGS,
  Signer,
  SUBFILTER_ADOBE_PKCS7_DETACHED,
} from '@signpdf/utils'
import { now } from '#server/kit/clock.ts'
import { detachedSignature } from './detachedSignature.ts'
import type { Paper } from './pdfFont.ts'
import type { SigningCertificate } from './signingCertificate.ts'

/** Bytes that are kept free for the signature: a chain of three certificates has room. */
const room = 16_384

/** What the types of pdfkit leave out: an object that is no stream, the marks of a page, and the head of the file. */
type Written = { end: () => void }
type Inner = {
  ref: (data: object) => Written
  page: { dictionary: object; annotations: Written[] }
  _root: { data: { AcroForm: { data: { Fields: Written[]; SigFlags?: number; NeedAppearances?: boolean } } } }
}

/** Keeps a place for a signature in a document that is being written: before its end, on its last page. */
export function keepPlaceForSignature(document: Paper, reason: string): void {
  const anything = DEFAULT_BYTE_RANGE_PLACEHOLDER
  document.initForm()
  const { ref, page, _root } = document as unknown as Inner // border: see the type
  const written = (data: object): Written => {
    const object = ref.call(document, data)
    object.end()
    return object
  }
  // pdfkit takes a plain string for a name of its own, and a boxed one for a text.
  // oxlint-disable-next-line no-new-wrappers
  const text = (words: string) => new String(words)
  const signature = written({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUBFILTER_ADOBE_PKCS7_DETACHED,
    ByteRange: [0, anything, anything, anything],
    Contents: Buffer.alloc(room),
    Reason: text(reason),
    M: now(),
  })
  // The field, and the mark of it on the page, which nobody sees: what is to be read stands on the paper.
  const field = written({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: text('Signature'),
    V: signature,
    P: page.dictionary,
    Rect: [0, 0, 0, 0],
    F: ANNOTATION_FLAGS.PRINT,
  })
  const { data: form } = _root.data.AcroForm
  form.Fields.push(field)
  form.SigFlags = SIG_FLAGS.SIGNATURES_EXIST | SIG_FLAGS.APPEND_ONLY
  // A reader that drew the fields anew would alter what is signed.
  delete form.NeedAppearances
  page.annotations.push(field)
}

/** Signs a document in which a place is kept: every byte of it but the signature. */
export async function signPaper(paper: Readable, certificate: SigningCertificate): Promise<Buffer> {
  const at = now()
  const sign = async (bytes: Buffer) => detachedSignature(bytes, certificate, at)
  const signer = Object.assign(new Signer(), { sign })
  return new SignPdf().sign(await buffer(paper), signer, at)
}
