// Written by tools/writeRows.ts from the migrated database; do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

export type DB = {
  account_look_ups: {
    organisation_id: string
    institution_code: string
    account_number: string
    outcome: string
    account_name: Generated<string>
    checked_at: Date
  }
  audit_events: {
    id: string
    at: Date
    organisation_id: string
    actor_id: string | null
    actor_name: string
    actor_role: string
    actor_organisation: string
    kind: string
    record_id: string
    title: string
    action: string
    from_status: string | null
    to_status: string | null
    comment: string | null
    changes: Generated<unknown>
    request_id: string | null
  }
  audit_seals: {
    n: bigint
    event_id: string
    event_hash: Buffer
    chain_hash: Buffer
    sealed_at: Generated<Date>
  }
  bank_messages: {
    id: string
    provider: string
    reference: string | null
    says: string
    body: unknown
    body_hash: Buffer
    received_at: Date
    outcome: Generated<string>
  }
  bank_statement_lines: {
    id: string
    organisation_id: string
    statement_id: string
    place: number
    account_number: string
    line_key: string
    reference: string
    booked_on: string
    narration: string
    amount_cents: bigint
  }
  bank_statement_pulls: {
    id: string
    organisation_id: string
    account_number: string
    from_on: string
    to_on: string
    asked_by: string | null
    asked_at: Date
    outcome: string
    words: Generated<string>
    told_at: Date | null
  }
  bank_statements: {
    id: string
    organisation_id: string
    account_number: string
    source: string
    file_name: string
    sha256: Buffer
    from_on: string
    to_on: string
    opening_cents: bigint
    closing_cents: bigint
    line_count: number
    new_count: number
    made_by: string | null
    created_at: Date
    matched_at: Date | null
    approved_by: string | null
  }
  change_requests: {
    id: string
    organisation_id: string
    kind: string
    subject: string
    target_id: string
    title: string
    before: unknown
    after: unknown
    notes: Generated<unknown>
    reason: Generated<string>
    status: string
    version: Generated<number>
    makers: string[]
    made_by: string
    decided_by: string | null
    decided_at: Date | null
    decision_comment: string | null
    created_at: Generated<Date>
  }
  channel_pauses: {
    id: string
    channel: string
    reason: string
    paused_by: string
    paused_at: Date
    resumed_by: string | null
    resumed_at: Date | null
    resume_reason: string | null
  }
  cherry_deliveries: {
    id: string
    organisation_id: string
    farmer_id: string
    season: string
    delivered_on: string
    factory_id: string | null
    receipt_number: Generated<string>
    kilograms: string
    type: string
    product: Generated<string>
    reason: Generated<string>
    corrects_id: string | null
    disclaimer_version: number | null
    upload_id: string | null
    paid_in: string | null
    status: string
    version: Generated<number>
    makers: string[]
    made_by: string
    decided_by: string | null
    decided_at: Date | null
    decision_comment: string | null
    created_at: Generated<Date>
  }
  cherry_delivery_file_records: {
    upload_id: string
    organisation_id: string
    disclaimer_version: number
  }
  cherry_rates: {
    id: string
    organisation_id: string
    rate_cents: bigint
    previous_cents: bigint
    reason: Generated<string>
    status: string
    version: Generated<number>
    makers: string[]
    made_by: string
    decided_by: string | null
    decided_at: Date | null
    decision_comment: string | null
    created_at: Date
  }
  counties: {
    id: number
    name: string
  }
  delivery_weeks: {
    organisation_id: string
    season: string
    week: string
    approved_kg: string
    pending_kg: string
  }
  disclaimer_acceptances: {
    user_id: string
    disclaimer_id: string
    organisation_id: string
    accepted_at: Date
  }
  disclaimers: {
    id: string
    name: string
    version: number
    english: string
    swahili: string
    in_force_from: Date
  }
  factories: {
    id: string
    organisation_id: string
    code: string
    name: string
    active: Generated<boolean>
    created_at: Generated<Date>
  }
  farm_plots: {
    id: string
    organisation_id: string
    farmer_id: string
    name: string
    geometry: unknown
    area_ha: string
    west: unknown
    east: unknown
    south: unknown
    north: unknown
    source: Generated<string>
    captured_at: string | null
    captured_by: Generated<string>
    accuracy_m: string | null
    notes: Generated<unknown>
    screening: Generated<string>
    screening_reference: Generated<string>
    status: string
    version: Generated<number>
    makers: string[]
    made_by: string
    decided_by: string | null
    decided_at: Date | null
    decision_comment: string | null
    created_at: Generated<Date>
  }
  farmer_texts: {
    id: string
    organisation_id: string
    farmer_id: string
    mobile_number: string
    occasion: string
    record_id: string
    language: string
    told: unknown
    text: Generated<string>
    state: Generated<string>
    problem: Generated<string>
    attempts: Generated<number>
    next_at: Date
    leased_until: Date | null
    gateway_reference: Generated<string>
    created_at: Date
    expires_at: Date
    ended_at: Date | null
  }
  farmers: {
    id: string
    organisation_id: string
    upload_id: string | null
    type: string
    first_name: Generated<string>
    middle_name: Generated<string>
    last_name: Generated<string>
    company_name: Generated<string>
    full_name: GeneratedAlways<string>
    id_number: string
    member_number: string
    mobile_number: string
    gender: Generated<string>
    year_of_birth: number | null
    kra_pin: Generated<string>
    acreage: string
    number_of_trees: number | null
    variety_id: number | null
    county_id: number
    sub_county_id: number
    ward_id: number
    village: Generated<string>
    institution_code: string
    account_name: string
    account_number: string
    currency: string
    account_state: string
    life_state: Generated<string>
    status: string
    version: Generated<number>
    makers: string[]
    decided_by: string | null
    decided_at: Date | null
    created_at: Generated<Date>
    search_text: GeneratedAlways<string>
    account_changed_at: Date | null
    created_singly: Generated<boolean>
    year_one_produce_kg: number | null
    year_two_produce_kg: number | null
    year_three_produce_kg: number | null
    year_one_price_cents: bigint | null
    year_two_price_cents: bigint | null
    year_three_price_cents: bigint | null
    entry_notes: Generated<unknown>
    override_reason: string | null
    decision_comment: string | null
    made_by: GeneratedAlways<string>
  }
  figures_due: {
    organisation_id: string
    asked: Generated<boolean>
  }
  file_pieces: {
    file_id: string
    organisation_id: string
    n: number
    bytes: Buffer
  }
  files: {
    id: string
    organisation_id: string
    sha256: Buffer
    size: bigint
    created_at: Generated<Date>
  }
  funds: {
    organisation_id: string
    name: string
    account_number: string
    transit_number: string
    mpesa_short_code: string
    currency: Generated<string>
  }
  idempotency_keys: {
    user_id: string
    key: string
    organisation_id: string
    request_hash: Buffer
    answer: unknown
    created_at: Generated<Date>
  }
  institutions: {
    code: string
    name: string
    type: string
    pic: string
    bank_code: Generated<string>
    swift_code: Generated<string>
    active: Generated<boolean>
  }
  invitations: {
    change_id: string
    code_hash: Buffer | null
    token_hash: Buffer | null
    user_id: string | null
    expires_at: Date | null
    failures: Generated<number>
    used_at: Date | null
  }
  known_devices: {
    device_hash: Buffer
    user_id: string
    last_used_at: Date
  }
  ledger_account_kinds: {
    kind: string
    book: string
    normal_side: string
    may_overdraw: boolean
    meaning: string
    lender: GeneratedAlways<string>
  }
  ledger_accounts: {
    id: string
    organisation_id: string
    kind: string
    book: string
    normal_side: string
    may_overdraw: boolean
    subject_id: string
    season: Generated<string>
    currency: string
    debits_cents: Generated<bigint>
    credits_cents: Generated<bigint>
    held_debits_cents: Generated<bigint>
    held_credits_cents: Generated<bigint>
    entry_count: Generated<bigint>
    opened_at: Date
    lender_id: string | null
  }
  ledger_entries: {
    account_id: string
    n: bigint
    organisation_id: string
    movement_id: string
    side: string
    posted_cents: bigint
    held_cents: bigint
    balance_after_cents: bigint
    available_after_cents: bigint
  }
  ledger_holds: {
    movement_id: string
    organisation_id: string
    debit_account_id: string
    credit_account_id: string
    amount_cents: bigint
    expires_at: Date | null
  }
  ledger_movements: {
    id: string
    organisation_id: string
    reference: string
    kind: string
    hold_id: string | null
    debit_account_id: string
    credit_account_id: string
    book: string
    currency: string
    amount_cents: bigint
    business_date: string
    cause_kind: string
    cause_id: string
    narration: Generated<string>
    expires_at: Date | null
    place: number
    created_at: Date
  }
  limit_rows: {
    id: string
    organisation_id: string
    farmer_id: string
    season: string
    kind: string
    upload_id: string | null
    kilograms: string
    rate_cents: bigint | null
    added_cents: bigint
    previous_cents: bigint
    limit_cents: bigint
    granted_by: string
    approved_by: string
    approved_at: Date
    place: number
  }
  loan_requests: {
    id: string
    organisation_id: string
    lender_id: string
    farmer_id: string
    season: string
    reference: string
    channel: string
    channel_reference: string | null
    amount_cents: bigint
    fee_cents: bigint
    net_cents: bigint
    owed_cents: bigint
    narration: Generated<string>
    payment_type: string | null
    institution_code: string | null
    institution_type: string | null
    account_number: string | null
    account_name: string | null
    partner_status: Generated<string>
    partner_reference: string | null
    recovery_status: Generated<string>
    status: string
    version: Generated<number>
    makers: string[]
    made_by: string
    approved_by: string | null
    approved_at: Date | null
    decided_by: string | null
    decided_at: Date | null
    decision_comment: string | null
    settled_at: Date | null
    created_at: Date
  }
  loan_statements: {
    id: string
    organisation_id: string
    farmer_id: string
    code_hash: Buffer
    initials: string
    from_day: string
    to_day: string
    closing_cents: bigint
    fingerprint: string
    issued_by: string
    issued_at: Date
  }
  mails: {
    id: string
    organisation_id: string
    user_id: string
    kind: string
    day: string
    sealed: string | null
    state: Generated<string>
    problem: string | null
    created_at: Date
    ended_at: Date | null
  }
  notification_settings: {
    user_id: string
    organisation_id: string
    mail: Generated<string>
    seen_at: Date | null
  }
  notifications: {
    id: string
    organisation_id: string
    user_id: string
    batch: string
    kind: string
    record_id: string
    title: string
    code: string
    to_status: string
    told: Generated<unknown>
    count: Generated<number>
    created_at: Date
    read_at: Date | null
    mail_id: string | null
  }
  organisations: {
    id: string
    code: string
    name: string
    type: string
    county_id: number | null
    active: Generated<boolean>
    created_at: Generated<Date>
  }
  parchment_records: {
    upload_id: string
    organisation_id: string
    miller_id: string
    amended: Generated<boolean>
  }
  payout_events: {
    id: string
    payout_id: string
    organisation_id: string
    leg_id: string | null
    at: Date
    what: string
    says: string
    words: Generated<string>
    by_user: string | null
  }
  payout_legs: {
    id: string
    payout_id: string
    organisation_id: string
    lender_id: string
    place: number
    kind: string
    channel: string
    reference: string
    from_account: string
    to_institution_code: string
    to_institution_type: string
    to_account: string
    amount_cents: bigint
    narration: string
    status: string
    reason: Generated<string>
    bank_reference: string | null
    fence: Generated<bigint>
    leased_until: Date | null
    sent_at: Date | null
    next_at: Date | null
    asked: Generated<number>
    settled_at: Date | null
    settled_by: string | null
    created_at: Date
  }
  payouts: {
    id: string
    organisation_id: string
    lender_id: string
    source_kind: string
    source_id: string
    title: string
    reference: string
    payment_type: string
    institution_code: string
    institution_type: string
    account_number: string
    account_name: string
    amount_cents: bigint
    narration: string
    fund_account: string
    transit_account: string
    short_code: string
    status: string
    reason: Generated<string>
    bank_reference: string | null
    version: Generated<number>
    created_at: Date
    settled_at: Date | null
  }
  public_holidays: {
    day: string
    name: string
    day_off: boolean
    changed_at: Date
  }
  quality_findings: {
    organisation_id: string
    kind: string
    farmer_id: string
    measure: string | null
  }
  recon_items: {
    id: string
    organisation_id: string
    account_number: string
    line_id: string | null
    leg_id: string | null
    kind: string
    how: string | null
    note: Generated<string>
    amount_cents: bigint
    booked_on: string
    resolution: string | null
    resolved_at: Date | null
    version: Generated<number>
    created_at: Date
    told_by_bank: Generated<boolean>
  }
  roles: {
    name: string
    label: string
    permissions: string[]
    types: Generated<string[]>
    grants: Generated<string[]>
    customised: Generated<boolean>
  }
  saved_views: {
    id: string
    organisation_id: string
    user_id: string
    list: string
    name: string
    query: string
    shared: Generated<boolean>
    created_at: Generated<Date>
  }
  season_totals: {
    organisation_id: string
    season: string
    line: bigint
    approved_kg: string
    pending_kg: string
    members: number
  }
  season_weights: {
    organisation_id: string
    season: string
    farmer_id: string
    approved_kg: Generated<string>
    pending_kg: Generated<string>
  }
  seasons: {
    name: string
    starts_on: string
    ends_on: string
    open: Generated<boolean>
  }
  sessions: {
    token_hash: Buffer
    user_id: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    user_agent: Generated<string>
  }
  settings: {
    name: string
    value: unknown
    changed_at: Generated<Date>
  }
  sign_in_delays: {
    key: string
    failures: number
    last_failed_at: Date
  }
  society_figures: {
    organisation_id: string
    farmers: number
    active: number
    verified: number
    checked: number
    found: unknown
    score: string | null
    counted_at: Date
    took_ms: number
  }
  sub_counties: {
    id: number
    county_id: number
    name: string
  }
  upload_consents: {
    upload_id: string
    organisation_id: string
    disclaimer_id: string
    consented_by: string
    consented_at: Date
  }
  upload_problems: {
    upload_id: string
    organisation_id: string
    row_number: number
    column_number: number
    code: string
    message: string
    severity: string
  }
  upload_progress: {
    upload_id: string
    organisation_id: string
    stage: string
    rows_done: Generated<number>
    rows_total: number | null
    beat_at: Generated<Date>
  }
  upload_row_checks: {
    row_id: string
    upload_id: string
    organisation_id: string
    outcome: string
    account_name: Generated<string>
    name_matches: boolean
    checked_at: Date
  }
  upload_rows: {
    id: string
    upload_id: string
    organisation_id: string
    row_number: number
    cells: string[]
    clean: string[]
    state: string
    override_reason: string | null
    override_by: string | null
  }
  uploads: {
    id: string
    organisation_id: string
    kind: string
    file_id: string
    file_name: string
    file_sha256: Buffer
    status: string
    problem: string | null
    header: Generated<string[]>
    row_count: Generated<number>
    ready_count: Generated<number>
    failed_count: Generated<number>
    warned_count: Generated<number>
    left_out_count: Generated<number>
    done_count: Generated<number>
    version: Generated<number>
    makers: string[]
    made_by: string
    decided_by: string | null
    decided_at: Date | null
    decision_comment: string | null
    created_at: Generated<Date>
  }
  users: {
    id: string
    organisation_id: string
    username: string
    full_name: string
    email: string | null
    password_hash: string | null
    role_name: string
    status: Generated<string>
    language: Generated<string>
    totp_secret: string | null
    totp_confirmed_at: Date | null
    totp_last_step: bigint | null
    recovery_hashes: Generated<string[]>
    password_changed_at: Generated<Date>
    created_at: Generated<Date>
    leave_from: string | null
    leave_to: string | null
  }
  varieties: {
    id: number
    name: string
  }
  waiting_deliveries: {
    organisation_id: string
    season: string
    day: string
    waiting: number
  }
  wards: {
    id: number
    sub_county_id: number
    name: string
  }
}
