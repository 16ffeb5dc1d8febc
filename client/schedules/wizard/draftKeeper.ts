import type { ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import { storeOf } from '#client/kit/store.ts'

/** What can be changed of a draft. */
export type Chosen = Pick<
  ScheduleDraft,
  'season' | 'step' | 'left' | 'leftDeductions' | 'byFactory' | 'amounts' | 'tried'
>
type Kept = { draft: ScheduleDraft | null; state: 'saved' | 'saving' | 'unsaved' }
type Server = {
  save: (draft: ScheduleDraft) => Promise<ScheduleDraft>
  onRefused: (refused: Error) => void
  /** How long typing rests before it is saved, in milliseconds. */
  restMs: number
}

/**
 * Keeps a draft on the server while somebody works on it: what is changed stands on the screen at once, and is saved when typing
 * rests, one save after the other, each on the version of the one before.
 */
export function draftKeeper({ save, onRefused, restMs }: Server) {
  const store = storeOf<Kept>({ draft: null, state: 'saved' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDirty = false
  let saving: Promise<void> | undefined

  /** Takes the draft as the server has it, whatever was typed. */
  function adopt(draft: ScheduleDraft | null): void {
    clearTimeout(timer)
    isDirty = false
    store.set({ draft, state: 'saved' })
  }
  /** Takes what the server says now, unless something newer is under way here. */
  function follow(draft: ScheduleDraft | null): void {
    const own = store.get().draft
    if (isDirty || saving) return
    if (draft && draft.id === own?.id && draft.version <= own.version) return
    if (draft || own) adopt(draft)
  }
  function change(part: Partial<Chosen>): void {
    const { draft } = store.get()
    if (!draft?.isMine) return
    isDirty = true
    store.set({ draft: { ...draft, ...part }, state: 'saving' })
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), restMs)
  }
  async function saveOnce(): Promise<void> {
    const { draft } = store.get()
    isDirty = false
    if (!draft) return
    try {
      const { version, savedAt } = await save(draft)
      const now = store.get().draft
      if (now?.id === draft.id) store.set({ draft: { ...now, version, savedAt }, state: isDirty ? 'saving' : 'saved' })
    } catch (refused) {
      isDirty = false
      store.set({ ...store.get(), state: 'unsaved' })
      onRefused(refused instanceof Error ? refused : new Error(String(refused)))
    }
  }
  /** Saves what is not saved yet, and waits for it. The first request leaves before this function returns. */
  async function flush(): Promise<ScheduleDraft | null> {
    clearTimeout(timer)
    if (store.get().state === 'unsaved') isDirty = true
    while (isDirty || saving) {
      saving ??= saveOnce().finally(() => (saving = undefined))
      // One save after the other: each needs the version of the one before.
      // oxlint-disable-next-line no-await-in-loop
      await saving
      if (store.get().state === 'unsaved') break
    }
    return store.get().draft
  }
  return { useKept: store.use, get: store.get, adopt, follow, change, flush }
}
