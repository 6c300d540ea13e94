import { BlockList, isIP } from 'node:net'

const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.)/i

/**
 * A test whether an address is one of those named.
 *
 * @param named addresses and ranges, such as `10.0.0.0/8` or `::1`
 */
export function createAddressMatcher(named: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of named) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (text) => {
    // A socket that takes both families tells IPv4 addresses so.
    const address = text.replace(IPV4_IN_IPV6, '')
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}
