/** Class that the library for PDFs takes from a canvas when it is loaded, see `pdf-library.ts`; nothing is ever drawn. */
export class DOMMatrix {}
export class Path2D {}
