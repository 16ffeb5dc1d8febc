/** What somebody wrote, such as the reason of a decision; nothing written is nothing on the screen. */
export function Quoted({ title, children }: { title: string; children: string | null | undefined }) {
  if (!children) return null
  return (
    <div className="diff">
      <b>{title}</b>
      <q>{children}</q>
    </div>
  )
}
