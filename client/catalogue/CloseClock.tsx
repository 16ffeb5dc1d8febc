import { SaleCountdown } from '#client/kit/saleTimer/SaleCountdown.tsx'
import './catalogue.css'

/** How long the next catalogue can still be agreed. */
export const CloseClock = () => (
  <div className="catalogue-clock">
    <SaleCountdown large of="catalogue" />
  </div>
)
