package org.schurmpc.service.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.net.Fingerprint;

/**
 * Writes the header of an envelope, which all parties send alike: canonical, big endian, texts with
 * a length of two bytes before them.
 *
 * @param kind whether the delivery is of input masks or of an output
 * @param parties the fingerprints of the parties' certificates, by index
 * @param receiver the certificate of the client that receives the delivery
 * @param request the request
 * @param job the job's name
 * @param digest of what the job runs, 32 bytes
 * @param attempt 0 for input masks
 * @param delivery what is delivered
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EnvelopeHeader(
    Kind kind,
    List<Fingerprint> parties,
    Fingerprint receiver,
    RequestKey request,
    String job,
    byte[] digest,
    int attempt,
    Delivery delivery) {
  private static final int MAGIC = 0x534D4431; // "SMD1"

  /** What is delivered. */
  public enum Kind {
    INPUT_MASKS(1),
    OUTPUT(2);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  public EnvelopeHeader {
    parties = List.copyOf(parties);
    if (digest.length != 32 || parties.size() > 255) {
      throw new IllegalArgumentException("a digest of 32 bytes, and at most 255 parties");
    }
  }

  /** Returns the header's bytes. */
  public byte[] bytes() {
    byte[] jobText = job.getBytes(StandardCharsets.UTF_8);
    byte[] domain = delivery.domain().getBytes(StandardCharsets.UTF_8);
    int length =
        Integer.BYTES
            + 1
            + Long.BYTES
            + 32
            + 1
            + 32 * parties.size()
            + 32
            + 16
            + Short.BYTES
            + jobText.length
            + 32
            + Integer.BYTES
            + Short.BYTES
            + domain.length
            + 1
            + Integer.BYTES
            + 1;
    ByteBuffer out = ByteBuffer.allocate(length);
    out.putInt(MAGIC).put((byte) kind.code).putLong(delivery.number()).put(delivery.sid());
    out.put((byte) parties.size());
    parties.forEach(party -> out.put(party.bytes()));
    out.put(receiver.bytes());
    out.putLong(request.id().getMostSignificantBits());
    out.putLong(request.id().getLeastSignificantBits());
    text(out, jobText);
    out.put(digest).putInt(attempt);
    text(out, domain);
    out.put((byte) delivery.packed()).putInt(delivery.elements());
    out.put((byte) delivery.combinations());
    return out.array();
  }

  private static void text(ByteBuffer out, byte[] text) {
    if (text.length > 0xFFFF) {
      throw new IllegalArgumentException("a text of " + text.length + " bytes");
    }
    out.putShort((short) text.length).put(text);
  }

  /** Returns the envelope: this header, then the delivery's body. */
  public byte[] envelope() {
    byte[] header = bytes();
    byte[] all = Arrays.copyOf(header, header.length + delivery.body().length);
    System.arraycopy(delivery.body(), 0, all, header.length, delivery.body().length);
    return all;
  }
}
