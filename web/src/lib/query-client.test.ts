import { ApiError } from '@ballast/contract'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { currentUserKey } from './current-user.ts'
import { createQueryClient, forgetEverything, sessionEndedKey } from './query-client.ts'

test('nothing is retried, goes stale, or is fetched again because a window was focused', () => {
  expect(createQueryClient().getDefaultOptions()).toMatchObject({
    queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchInterval: false },
    mutations: { retry: false },
  })
})

test('a session that ended leaves nothing of the user behind', async () => {
  const client = createQueryClient()
  client.setQueryData(currentUserKey, { id: 'u1' })
  client.setQueryData(['/api/portfolios'], [{ name: 'Secret' }])
  const failing = client.fetchQuery({
    queryKey: ['/api/prices'],
    queryFn: () => Promise.reject(new ApiError(401, 'Unauthorized', undefined)),
  })
  await expect(failing).rejects.toThrow('401')
  expect(client.getQueryData(currentUserKey)).toBeNull()
  await expect.poll(() => client.getQueryData(['/api/portfolios'])).toBeUndefined()
  expect(client.getQueryData(sessionEndedKey)).toBe(true)
})

test('what is forgotten goes only once its screens have gone, which would ask for it again', async () => {
  const client = createQueryClient()
  client.setQueryData(currentUserKey, { id: 'u1' })
  const user = new QueryObserver(client, { queryKey: currentUserKey, enabled: false })
  const bell = new QueryObserver(client, { queryKey: ['/api/inbox/unread'], queryFn: () => ({ unread: 1 }) })
  const leave = bell.subscribe(() => {})
  user.subscribe(({ data }) => {
    if (data === null) leave()
  })
  const watched: number[] = []
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed') watched.push(query.getObserversCount())
  })
  forgetEverything(client)
  await expect.poll(() => watched).toEqual([0])
})

test('a portfolio that was deleted elsewhere makes the list of portfolios old', async () => {
  const client = createQueryClient()
  client.setQueryData(['/api/portfolios'], [{ id: 'p1' }])
  const ask = (key: readonly unknown[], status: number) =>
    client.fetchQuery({ queryKey: key, queryFn: () => Promise.reject(new ApiError(status, 'No', undefined)) })
  const key = ['/api/portfolios/:portfolioId/overview', { params: { portfolioId: 'p1' } }]
  await expect(ask(key, 500)).rejects.toThrow()
  await expect(ask(['/api/other'], 404)).rejects.toThrow()
  expect(client.getQueryState(['/api/portfolios'])?.isInvalidated).toBe(false)
  await expect(ask(key, 404)).rejects.toThrow()
  expect(client.getQueryState(['/api/portfolios'])?.isInvalidated).toBe(true)
})

test('where nobody was signed in, no session ends', async () => {
  const client = createQueryClient()
  client.setQueryData(currentUserKey, null)
  const failing = client.fetchQuery({
    queryKey: ['/api/prices'],
    queryFn: () => Promise.reject(new ApiError(401, 'Unauthorized', undefined)),
  })
  await expect(failing).rejects.toThrow('401')
  expect(client.getQueryData(sessionEndedKey)).toBeUndefined()
})

test('another failure ends no session', async () => {
  const client = createQueryClient()
  client.setQueryData(currentUserKey, { id: 'u1' })
  const failing = client.fetchQuery({
    queryKey: ['/api/prices'],
    queryFn: () => Promise.reject(new ApiError(500, 'oops', undefined)),
  })
  await expect(failing).rejects.toThrow('500')
  expect(client.getQueryData(currentUserKey)).toEqual({ id: 'u1' })
})
