import { ApiError, type Portfolio } from '@ballast/contract'
import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { currentUserKey } from './current-user.ts'
import { createQueryClient, forgetEverything, sessionEndedKey } from './query-client.ts'

const portfolio = (id: string, name: string) => ({ id, name }) as Portfolio

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

test('a portfolio that was deleted elsewhere makes the list of portfolios old, and is named once', async () => {
  const gone: string[] = []
  const client = createQueryClient({ onPortfolioGone: ({ name }) => void gone.push(name) })
  let listed = [portfolio('p1', 'Mine'), portfolio('p2', 'Hers')]
  const list = new QueryObserver(client, { queryKey: ['/api/portfolios'], queryFn: () => Promise.resolve(listed) })
  const leave = list.subscribe(() => {})
  await expect.poll(() => client.getQueryData(['/api/portfolios'])).toEqual(listed)
  const refuse = (status: number) => () => Promise.reject(new ApiError(status, 'No', undefined))
  const ask = (key: readonly unknown[], status: number) => client.fetchQuery({ queryKey: key, queryFn: refuse(status) })
  const keyOf = (name: string) => [`/api/portfolios/:portfolioId/${name}`, { params: { portfolioId: 'p2' } }]
  const before = listed
  listed = [portfolio('p1', 'Mine')]
  await expect(ask(keyOf('overview'), 500)).rejects.toThrow()
  await expect(ask(['/api/other'], 404)).rejects.toThrow()
  expect(client.getQueryData(['/api/portfolios'])).toEqual(before)
  await Promise.allSettled([ask(keyOf('overview'), 404), ask(keyOf('prices'), 404)])
  await expect.poll(() => client.getQueryData(['/api/portfolios'])).toEqual(listed)
  await expect.poll(() => gone).toEqual(['Hers'])
  // What is not there of a portfolio that is there is no news.
  await expect(ask(keyOf('hedge-analyses'), 404)).rejects.toThrow()
  // A run is a mutation, and tells of it as well.
  listed = []
  const run = new MutationObserver(client, { mutationFn: refuse(404) })
  await expect(run.mutate()).rejects.toThrow()
  await expect.poll(() => gone).toEqual(['Hers', 'Mine'])
  leave()
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
