package org.schurmpc.core.prep.disk;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts chunks with AES-256-GCM. The nonce is the chunk's place, which is written once under the
 * batch's key.
 */
final class GcmGuard implements ChunkGuard {
  private static final int TAG_BYTES = 16;

  private final byte[] context;
  private final SecretKeySpec key;
  private final Cipher cipher;
  private ByteBuffer out = ByteBuffer.allocate(0);

  /**
   * Creates a guard.
   *
   * @param key the key of this batch and no other
   * @param context identifies the batch to which the chunks belong
   */
  GcmGuard(byte[] key, byte[] context) {
    this.context = context.clone();
    this.key = new SecretKeySpec(key, "AES");
    try {
      this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES-GCM", e);
    }
  }

  @Override
  public int overhead() {
    return TAG_BYTES;
  }

  private ByteBuffer run(int mode, ByteBuffer in, int length, Place place)
      throws GeneralSecurityException {
    if (out.capacity() < length) {
      wipe();
      out = DirectBuffers.of(length);
    }
    out.clear();
    cipher.init(mode, key, new GCMParameterSpec(8 * TAG_BYTES, place.bytes()));
    cipher.updateAAD(context);
    cipher.doFinal(in, out);
    return out.flip();
  }

  @Override
  public ByteBuffer seal(ByteBuffer plain, Place place) {
    try {
      return run(Cipher.ENCRYPT_MODE, plain, plain.remaining() + TAG_BYTES, place);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM failed", e);
    }
  }

  @Override
  public ByteBuffer open(ByteBuffer sealed, Place place) {
    try {
      return run(Cipher.DECRYPT_MODE, sealed, sealed.remaining(), place);
    } catch (AEADBadTagException e) {
      wipe();
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM failed", e);
    }
  }

  @Override
  public void wipe() {
    DirectBuffers.wipe(out);
  }

  @Override
  public void giveBack() {
    wipe();
    out = ByteBuffer.allocate(0);
  }
}
