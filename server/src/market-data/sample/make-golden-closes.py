"""Second implementation of the simulated market after its anchor date. Writes golden-closes.json.

Run: python3 make-golden-closes.py   (nothing but Python 3 is needed)
It shares no code with the server. Prices are multiplied day by day instead of adding logarithms, the benchmark's variance is
the weighted sum of all past squared surprises instead of a recursion, and holidays are a list instead of rules.
"""
import datetime as dt, json, math, os

HERE = os.path.dirname(os.path.abspath(__file__))
ANCHOR, LAST = dt.date(2025, 9, 30), dt.date(2027, 6, 30)
DATES = ['2025-10-01', '2025-12-31', '2026-03-31', '2026-06-18', '2026-09-30', '2026-11-20', '2026-11-27', '2027-06-30']
HOLIDAYS = {
    '2025-11-27', '2025-12-25', '2026-01-01', '2026-01-19', '2026-02-16', '2026-04-03', '2026-05-25', '2026-06-19',
    '2026-07-03', '2026-09-07', '2026-11-26', '2026-12-25', '2027-01-01', '2027-01-18', '2027-02-15', '2027-03-26',
    '2027-05-31', '2027-06-18',
}
# ticker: beta, volatility, growth until the anchor, close at the anchor, factor and its volatility, kind
INSTRUMENTS = {
    'SPY': (1, 0.17, None, 666, None, 'index'),
    'AAPL': (1.15, 0.29, 0.29, 255, ('Technology', 0.09), 'company'),
    'NVDA': (1.75, 0.46, 0.33, 187, ('Technology', 0.09), 'company'),
    'KO': (0.5, 0.18, 0.06, 66, ('Consumer Staples', 0.08), 'company'),
    'PLTR': (1.9, 0.65, 0.59, 182, ('Technology', 0.09), 'company'),
    'XLE': (0.95, 0.28, 0.085, 89, ('Energy', 0.18), 'fund'),
    'TLT': (-0.2, 0.15, 0.035, 89, ('Rates', 0.13), 'fund'),
    'VXX': (-2.6, 0.7, None, 33, ('Volatility', 0.3), 'fund'),
}
NO_FALLING_BETA = {'Rates', 'Volatility'}
LOG_DRIFT = {'VXX': -0.45}
MASK = 0xFFFFFFFF


def key_of(text):
    value = 0x811C9DC5
    for character in text:
        value = ((value ^ ord(character)) * 0x01000193) & MASK
    return value


def finalise(v):
    v = ((v ^ (v >> 16)) * 0x85EBCA6B) & MASK
    v = ((v ^ (v >> 13)) * 0xC2B2AE35) & MASK
    return v ^ (v >> 16)


def uniform(key, day, stream):
    seeded = finalise(((key * 0x9E3779B1) ^ ((day + 1) * 0x85EBCA77)) & MASK)
    return (finalise(seeded ^ (((stream + 1) * 0xC2B2AE3D) & MASK)) + 0.5) / 2**32


def normal(key, day, stream):
    return math.sqrt(-2 * math.log(uniform(key, day, stream))) * math.cos(2 * math.pi * uniform(key, day, stream + 1000))


def number(date):
    return (date - dt.date(1970, 1, 1)).days


def trades(date):
    return date.weekday() < 5 and date.isoformat() not in HOLIDAYS


CALM = math.sqrt((1 - 0.02 * 9) / 0.98)
QUIET = math.sqrt((252 - 4 * 4.5**2) / 248)


def wild(key, day, salt):
    return (3 if uniform(key, day, salt + 2) < 0.02 else CALM) * normal(key, day, salt + 1)


def reports_on(key, date):
    start = dt.date(date.year, 3 * ((date.month - 1) // 3) + 1, 1)
    due = start + dt.timedelta(days=14 + int(28 * uniform(key, number(start), 3)))
    while not trades(due):
        due += dt.timedelta(days=1)
    return due == date


def company(key, date):
    move = normal(key, number(date), 7_050_001)
    return 4.5 * min(2, max(-2, move)) if reports_on(key, date) else QUIET * move


days = [ANCHOR + dt.timedelta(days=n) for n in range(1, (LAST - ANCHOR).days + 1)]
days = [day for day in days if trades(day)]

LEVEL = 0.16**2 / 252
surprises, variances = [], []
for n, date in enumerate(days):
    # h(n) = level + sum over past days of memory^(age - 1) * (answer * surprise^2 - (news + bad / 2) * level)
    variance = LEVEL + sum(
        0.87 ** (n - 1 - past) * ((0.17 if e < 0 else 0.03) * e * e - 0.1 * LEVEL) for past, e in enumerate(surprises)
    )
    variances.append(variance)
    surprises.append(math.sqrt(variance) * wild(key_of('sample-market-after-v4165'), number(date), 0))
assert max(variances) < 0.8**2 / 252, 'the cap of the variance is not in this second method'

MEAN_MOVE = math.sqrt(2 / math.pi) * (0.02 * 3 + 0.98 * CALM)
golden = {}
for ticker, (beta, volatility, growth, price, factor, kind) in INSTRUMENTS.items():
    key, closes = key_of('T:' + ticker), {}
    loading = min(1, 0.85 * volatility / factor[1]) if factor else 0
    spread = loading * factor[1] if factor else 0
    floor = 0.08 if kind == 'company' else min(0.012, volatility)
    own = 0 if kind == 'index' else math.sqrt(max(floor**2, volatility**2 - (0.185 * beta) ** 2 - spread**2))
    past = 0.087 if kind == 'index' else (growth or 0) + volatility**2 / 2
    for n, date in enumerate(days):
        variance, surprise, day = variances[n], surprises[n], number(date)
        scale = math.sqrt(math.sqrt(variance * 252) / 0.15)
        move = surprise
        if factor and factor[0] not in NO_FALLING_BETA:
            move = surprise - 0.08 * (abs(surprise) - MEAN_MOVE * math.sqrt(variance))
        alone = company(key, date) if kind == 'company' else wild(key, day, 7_050_000)
        rest = own * alone + (spread * wild(key_of('F:' + factor[0]), day, 7_050_000) if factor else 0)
        long_run = 0.03 + 0.045 * beta
        drift = (long_run + max(0, 1 - (n + 1) / 252) * (past - long_run)) / 252
        drift -= (beta**2 * variance + (own**2 + spread**2) * scale**2 / 252) / 2
        if ticker in LOG_DRIFT:
            drift = LOG_DRIFT[ticker] / 252
        price *= math.exp(beta * move) * math.exp(rest * scale / math.sqrt(252)) * math.exp(drift)
        if date.isoformat() in DATES:
            closes[date.isoformat()] = float(f'{price:.7g}')
    golden[ticker] = closes

with open(os.path.join(HERE, 'golden-closes.json'), 'w') as f:
    json.dump(golden, f, indent=2)
    f.write('\n')
