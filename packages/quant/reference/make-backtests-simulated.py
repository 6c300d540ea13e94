"""Second implementation, in numpy, of the backtests on simulated-panel.csv. Writes backtests-simulated.json.

Run: python3 make-backtests-simulated.py   (numpy 2 is all it needs)
It shares no code with the library: portfolios are carried day by day as share counts, not by segments.
"""
import csv, json, os
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, 'simulated-panel.csv')) as f:
    rows = list(csv.reader(f))
NAMES, TABLE = rows[0][1:], rows[1:]


def load(tickers, start, end):
    columns = [NAMES.index(t) + 1 for t in tickers]
    kept = [r for r in TABLE if start <= r[0] <= end and all(r[c] for c in columns)]
    return [r[0] for r in kept], np.array([[float(r[c]) for c in columns] for r in kept])


def period(date, rebalance):
    year, month = int(date[:4]), int(date[5:7])
    return {'monthly': (year, month), 'quarterly': (year, (month - 1) // 3), 'annual': year, 'daily': date, 'hold': 0}[rebalance]


def run(dates, prices, weights, rebalance, value):
    shares, values = value * weights / prices[0], []
    for t, date in enumerate(dates):
        values.append(float(shares @ prices[t]))
        last_of_period = t + 1 < len(dates) and period(dates[t + 1], rebalance) != period(date, rebalance)
        if rebalance != 'hold' and last_of_period and 0 < t:
            shares = values[-1] * weights / prices[t]
    return np.array(values)


def metrics(values, bench, rf):
    r, b = values[1:] / values[:-1] - 1, bench[1:] / bench[:-1] - 1
    e, n, total = r - rf / 252, len(r), values[-1] / values[0] - 1
    falls = values / np.maximum.accumulate(values) - 1
    q05, beta = np.percentile(r, 5), np.cov(r, b)[0, 1] / np.var(b, ddof=1)
    return {
        'prices': len(values), 'returns': n, 'totalReturn': total, 'cagr252': (1 + total) ** (252 / n) - 1,
        'volatility': np.std(r, ddof=1) * 252 ** .5, 'maxDrawdown': falls.min(),
        'sharpe': e.mean() / np.std(e, ddof=1) * 252 ** .5,
        'sortino': e.mean() * 252 / (np.mean(np.minimum(e, 0) ** 2) * 252) ** .5,
        'winRate': np.mean(r > 0), 'var95': q05, 'cvar95': r[r <= q05].mean(), 'beta': beta,
        'correlation': np.corrcoef(r, b)[0, 1], 'alphaJensenArithmetic': (e.mean() - beta * (b - rf / 252).mean()) * 252,
        'trackingError': np.std(r - b, ddof=1) * 252 ** .5,
        'informationRatio': (r - b).mean() / np.std(r - b, ddof=1) * 252 ** .5,
    }


def plain(figures):
    return {k: v if isinstance(v, int) else float(v) for k, v in figures.items()}


PORTFOLIOS = {
    'three': {'SA01': 0.5, 'SA02': 0.3, 'SA03': 0.2},
    'gapped-and-late': {'SA00': 0.25, 'SA05': 0.25, 'SA11': 0.5},
    'short': {'SA04': 1.4, 'SA06': -0.4},
}
cases = []
for name, weights in PORTFOLIOS.items():
    for start, end in (('2015-01-01', '2017-06-30'), ('2020-01-15', '2022-12-31')):
        dates, prices = load([*weights, 'MKT'], start, end)
        if len(dates) < 100:
            continue
        bench = prices[:, -1] / prices[0, -1] * 100_000
        for rebalance in ('hold', 'daily', 'monthly', 'quarterly', 'annual'):
            values = run(dates, prices[:, :-1], np.array(list(weights.values())), rebalance, 100_000.0)
            marks = [*range(0, len(dates), 21), len(dates) - 1]
            cases.append({
                'id': f'{name}:{start}:{rebalance}', 'prices': 'simulated-panel.csv', 'weights': weights,
                'rebalance': rebalance, 'start': start, 'end': end, 'initialValue': 100_000.0,
                'benchmark': {'prices': 'simulated-panel.csv', 'column': 'MKT'},
                'checkpoints': [{'date': dates[t], 'portfolioValue': float(values[t]), 'benchmarkValue': float(bench[t])} for t in marks],
                'metrics': {'rf3': plain(metrics(values, bench, 0.03))}, 'benchmarkMetrics': {},
            })
with open(os.path.join(HERE, 'backtests-simulated.json'), 'w') as f:
    json.dump({'schema': 'backtest/1', 'source': 'make-backtests-simulated.py', 'cases': cases}, f, indent=0)
print(len(cases), 'cases')
