/** Seals by turning every byte round. */
export const keyring = {
  missing: () => null,
  seal: (value: string) => Buffer.from(value).map((byte) => byte ^ 0xff),
  open: (sealed: Uint8Array) => Buffer.from(sealed.map((byte) => byte ^ 0xff)).toString('utf8'),
}
