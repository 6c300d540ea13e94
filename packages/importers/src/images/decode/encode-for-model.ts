import { LIMITS } from '@ballast/contract'
import { toBarePng } from './bare-png.ts'

/** Enough for the small print of a phone's screen; models make larger images smaller anyway. */
const LONGEST_SIDE = 2_000
const QUALITY = 92

/**
 * An image as a model gets it: upright pixels as JPEG, without its name and without what a camera or an editor wrote beside
 * them, such as a place.
 *
 * @throws Error of the decoder when the image is damaged
 */
export async function encodeForModel(bytes: Uint8Array): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(toBarePng(bytes), {
    limitInputPixels: LIMITS.imagePixels,
    failOn: 'error',
    pages: 1,
    sequentialRead: true,
  })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
