let context: AudioContext | undefined

/** A low, short tone: the eyes of a clerk are on the scale, not on the screen. Silent where the browser has no sound. */
export function beep() {
  try {
    context ??= new AudioContext()
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = 220
    tone.type = 'square'
    volume.gain.setValueAtTime(0.06, context.currentTime)
    volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.25)
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + 0.25)
  } catch {
    // The words beside the field say the same.
  }
}
