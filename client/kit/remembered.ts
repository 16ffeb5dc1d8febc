import { useMemo, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
function tell() {
  for (const listener of listeners) listener()
}

/** One listener to the other windows, however many follow. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', tell)
  }
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
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const kept = useMemo(() => parse(text), [text])
  const isKept = isValue(kept)
  return {
    value: isKept ? kept : fallback,
    isKept,
    remember: (next) => {
      localStorage.setItem(key, JSON.stringify(next))
      tell()
    },
    forget: () => {
      localStorage.removeItem(key)
      tell()
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
