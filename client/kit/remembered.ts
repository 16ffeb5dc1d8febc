import { useMemo } from 'react'
import { storeOf } from './store.ts'

/** The texts that this browser keeps, by their keys, each read once. */
const texts = new Map<string, ReturnType<typeof storeOf<string | null>>>()

function textUnder(key: string) {
  const known = texts.get(key)
  if (known) return known
  const text = storeOf(localStorage.getItem(key))
  texts.set(key, text)
  // Another window has changed it.
  window.addEventListener('storage', () => text.set(localStorage.getItem(key)))
  return text
}

type Remembered<Value> = { value: Value; isKept: boolean; remember: (next: Value) => void; forget: () => void }

/**
 * What this browser remembers under a key, for every component and window that shows it; `fallback` while it remembers nothing that
 * `isValue`.
 */
export function useRemembered<Value>(
  key: string,
  fallback: Value,
  isValue: (kept: unknown) => kept is Value,
): Remembered<Value> {
  const stored = textUnder(key)
  const text = stored.use()
  const kept = useMemo(() => parse(text), [text])
  const isKept = isValue(kept)
  return {
    value: isKept ? kept : fallback,
    isKept,
    remember: (next) => {
      const changed = JSON.stringify(next)
      localStorage.setItem(key, changed)
      stored.set(changed)
    },
    forget: () => {
      localStorage.removeItem(key)
      stored.set(null)
    },
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isTexts = (kept: unknown): kept is readonly string[] =>
  Array.isArray(kept) && kept.every((one) => typeof one === 'string')
