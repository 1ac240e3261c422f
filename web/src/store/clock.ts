/** The clock of the match, as this device believes it: of several pings, the one that came back quickest is right. */
export class MatchClock {
  private best = Infinity
  private offset = 0
  private running = false
  private stood = 0

  constructor(private readonly local: () => number = () => performance.now()) {}

  now(): number {
    return Math.round(this.running ? this.local() + this.offset : this.stood)
  }

  /** A pong: sent and received by the device's own clock. */
  sample(sent: number, now: number, running: boolean): void {
    const received = this.local()
    const delay = received - sent
    if (running !== this.running) this.best = Infinity
    this.running = running
    this.stood = now
    if (running && delay <= this.best) {
      this.best = delay
      this.offset = now - (sent + received) / 2
    }
  }

  /** A state says what time it was when it left: better than nothing, and a lower bound. */
  hint(now: number): void {
    if (!this.running) this.stood = Math.max(this.stood, now)
    else if (this.best === Infinity || now > this.local() + this.offset) this.offset = now - this.local()
  }

  /** Another match, or a pause: what was known no longer holds. Old samples also drift away. */
  forget(): void {
    this.best = Infinity
  }

  restart(): void {
    this.best = Infinity
    this.running = false
    this.stood = 0
  }
}
