import { FEATURE_TERMS } from '@ballast/contract'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderRouted, renderScreen } from '../../test-screen.tsx'
import { NoTokensCard, RefusalCard, UpgradeCard } from './refusal-cards.tsx'
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
  test('the upgrade card has the catalogue’s words and leads to the plans', async () => {
    await renderRouted(<UpgradeCard feature="hedge_analysis" />)
    expect(screen.getByText('PRO Feature')).toBeTruthy()
    expect(
      screen.getByText('AI Hedge Recommendations is a PRO feature. Upgrade to access AI-powered hedge analysis.'),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Upgrade to PRO' }).getAttribute('href')).toBe('/pricing')
  })

  test.each([
    ['hedge_analysis', 'Buy Tokens'],
    ['agentic_discovery', 'Purchase Tokens'],
  ] as const)('without tokens %s offers "%s"', async (feature, label) => {
    await renderRouted(<NoTokensCard feature={feature} />)
    expect(screen.getByText('No Tokens Remaining')).toBeTruthy()
    expect(screen.getByText("You've used all your AI analysis tokens. Purchase more to continue.")).toBeTruthy()
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe('/pricing#tokens')
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
