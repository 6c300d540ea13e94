// Tests: ../verdict/image-lines.test.ts

import { LIMITS } from '@ballast/contract'
import type { Sharp, SharpConstructor } from 'sharp'
import { toBarePng } from './bare-png.ts'
import type { GreyImage } from './grey-image.ts'

/**
 * Decodes an image, upright and in grey. What is transparent becomes the shade that its text stands out from. Of an
 * animation only the first picture is taken, and everything that is not a pixel is dropped.
 *
 * @throws Error of the decoder when the image is damaged or larger than its header says
 */
export async function decodeImage(bytes: Uint8Array): Promise<GreyImage> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const bare = toBarePng(bytes)
  const open = () =>
    sharp(bare, { limitInputPixels: LIMITS.imagePixels, failOn: 'error', pages: 1, sequentialRead: true })
  const { hasAlpha } = await open().metadata()
  const background = hasAlpha && (await isBrightOnTransparent(open())) ? '#000' : '#fff'
  const { data, info } = await open()
    .autoOrient()
    .flatten({ background })
    .toColourspace('srgb')
    .greyscale()
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

/** True if what can be seen of a partly transparent image is rather light: then it was made for a dark page. */
async function isBrightOnTransparent(image: Sharp): Promise<boolean> {
  const { data } = await image
    .resize(200, 200, { fit: 'inside', withoutEnlargement: true, kernel: 'nearest' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  let light = 0
  let weight = 0
  for (let at = 0; at + 3 < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    light += alpha * ((data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.6 + (data[at + 2] ?? 0) * 0.1)
    weight += alpha
  }
  const isPartlyTransparent = weight < 255 * (data.length / 4) * 0.98
  return isPartlyTransparent && weight > 0 && light / weight > 150
}

/** The image turned clockwise, with black where it had nothing. @param degrees of a slight rotation */
export async function turnImage(image: GreyImage, degrees: number): Promise<GreyImage> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await toSharp(sharp, image)
    .rotate(degrees, { background: '#000' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

function toSharp(sharp: SharpConstructor, { width, height, pixels }: GreyImage): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 } })
}
