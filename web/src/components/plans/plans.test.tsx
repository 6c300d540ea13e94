import { FEATURE_TERMS } from '@ballast/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderRouted, renderScreen } from '../../test-screen.tsx'
import { RefusalCard } from './refusal-cards.tsx'
import { TokenBadge } from './token-badge.tsx'

describe('token badge', () => {
  const user = { isAdmin: 0, subscriptionTier: 'pro', discoveryTokens: 7 } as const

  test.each([
    [1, '1 token'],
    [7, '7 tokens'],
    [0, '0 tokens'],
  ])('PRO with %s reads %s', (discoveryTokens, text) => {
    renderScreen(<TokenBadge user={{ ...user, discoveryTokens }} />)
    expect(screen.getByText(text)).toBeTruthy()
  })

  test('an admin has the infinity sign and no count, whatever the plan', () => {
    renderScreen(<TokenBadge user={{ ...user, isAdmin: 1 }} />)
    expect(screen.getByText('Admin Access - Unlimited Discoveries')).toBeTruthy()
    expect(document.body.textContent).not.toContain('token')
  })

  test('Free has none: there is nothing to spend', () => {
    renderScreen(<TokenBadge user={{ ...user, subscriptionTier: 'free' }} />)
    expect(screen.queryByText(/token/)).toBeNull()
  })
})

describe('offers', () => {
  test('for PRO it has the catalogue’s words and leads to the plans', async () => {
    await renderRouted(<RefusalCard feature="hedge_analysis" refusal={{ kind: 'upgrade', message: undefined }} />)
    expect(screen.getByText('PRO Feature')).toBeTruthy()
    expect(
      screen.getByText('AI Hedge Recommendations is a PRO feature. Upgrade to access AI-powered hedge analysis.'),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Upgrade to PRO' }).getAttribute('href')).toBe('/pricing')
  })

  test.each([
    ['hedge_analysis', 'Buy Tokens', 'Example: a hedge for $1,344', /loses \$51,341 without the hedge and \$36,991/],
    ['agentic_discovery', 'Purchase Tokens', 'Example: an option for $161', /falls 16.5%, and this option gains 277%/],
    [
      'comprehensive_analysis',
      'Purchase Tokens',
      'Example: a recommendation',
      /If the market falls 20%, this portfolio loses 14.9% instead of 19.9%/,
    ],
  ] as const)('without tokens %s offers "%s" beside a computed example', async (feature, label, title, sentence) => {
    await renderRouted(<RefusalCard feature={feature} refusal={{ kind: 'purchase', message: undefined }} />)
    expect(screen.getByText('No Tokens Remaining')).toBeTruthy()
    expect(screen.getByText("You've used all your AI analysis tokens. Purchase more to continue.")).toBeTruthy()
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe('/pricing#tokens')
    const example = screen.getByRole('region', { name: title })
    expect(within(example).getByText(sentence)).toBeTruthy()
    expect(example.textContent).toContain('a sample portfolio worth $257,786. Simulated prices of Nov 20, 2026.')
  })

  test('a refusal is read out, in the server’s words where it has any', async () => {
    await renderRouted(
      <RefusalCard feature="agentic_discovery" refusal={{ kind: 'upgrade', message: 'Tokens wait for PRO.' }} />,
    )
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('Tokens wait for PRO.')
    expect(alert.textContent).not.toContain(FEATURE_TERMS.agentic_discovery.upgradeMessage)
  })
})
