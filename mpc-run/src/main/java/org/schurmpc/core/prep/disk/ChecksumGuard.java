package org.schurmpc.core.prep.disk;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Protects chunks in the clear with a CRC-32C each: against accidents, not against attackers. */
final class ChecksumGuard implements ChunkGuard {
  private final byte[] context;
  private ByteBuffer out = ByteBuffer.allocate(0);

  /**
   * Creates a guard.
   *
   * @param context identifies the batch to which the chunks belong
   */
  ChecksumGuard(byte[] context) {
    this.context = context.clone();
  }

  @Override
  public int overhead() {
    return Integer.BYTES;
  }

  private int checksum(ByteBuffer data, Place place) {
    CRC32C crc = new CRC32C();
    crc.update(context);
    crc.update(place.bytes());
    crc.update(data);
    return (int) crc.getValue();
  }

  @Override
  public ByteBuffer seal(ByteBuffer plain, Place place) {
    int length = plain.remaining() + overhead();
    if (out.capacity() < length) {
      wipe();
      out = DirectBuffers.of(length);
    }
    out.clear();
    out.put(plain.duplicate());
    return out.putInt(checksum(plain, place)).flip();
  }

  @Override
  public ByteBuffer open(ByteBuffer sealed, Place place) {
    int end = sealed.limit() - overhead();
    ByteBuffer plain = sealed.duplicate().limit(end);
    int expected = sealed.duplicate().getInt(end); // big-endian, like every duplicate
    sealed.position(sealed.limit());
    return checksum(plain.duplicate(), place) == expected ? plain : null;
  }

  @Override
  public void wipe() {
    DirectBuffers.wipe(out);
  }
}
