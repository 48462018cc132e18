package org.schurmpc.spdz.prep;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.silent.LpnParameters;
import org.schurmpc.core.silent.VolePair;

/** What parties that run MASCOT agree on. */
public final class MascotTerms {
  /**
   * For sessions that were not established on {@link #of}: a peer that makes bits in another way
   * has no such hash, or another one, and nothing has been made yet.
   */
  private static final String OR_BITS = ", or how bits are made";

  /** How two parties make bits and squares of prime fields. */
  private static final String MAKING = "by two parties without triples, factors fixed first";

  private MascotTerms() {}

  /** Requires that all parties of a session agree; one round, before anything is made. */
  static void requireAgreed(Session session, MascotParameters parameters, Optional<KeptKey> key)
      throws MpcException {
    TreeMap<String, byte[]> digests = new TreeMap<>();
    digests.put("the field", new FieldHash("field").add(parameters.field().name()).digest());
    digests.put("the statistical security", digest(parameters.sigma()));
    digests.put("k of the OT extension", digest(parameters.k()));
    digests.put("the threads of the preprocessing", digest(parameters.threads()));
    SortedMap<String, String> making = of(parameters, session.parties());
    if (making.isEmpty()) {
      digests.put("the size of batches", digest(parameters.batch()));
    } else {
      FieldHash both = hash(parameters.batch());
      making.values().forEach(both::add);
      digests.put("the size of batches" + OR_BITS, both.digest());
    }
    key.ifPresent(
        kept -> digests.put("the key", new FieldHash("kept key").add(kept.id()).digest()));
    PublicValue.requireEqual(session, digests);
  }

  /**
   * Returns terms of sessions that generate material: parties that make bits in different ways have
   * different ones. Material is equal, however it was made.
   */
  public static SortedMap<String, String> of(MascotParameters parameters, int parties) {
    Field field = parameters.field();
    TreeMap<String, String> terms = new TreeMap<>();
    String vole =
        "by VOLE if that sends less, %s, %s, %s, "
            .formatted(LpnParameters.STARTING, LpnParameters.SMALL, VolePair.LATER);
    terms.put(
        "the making of products with the key",
        (parameters.voles() ? vole : "") + "by digits of up to four bits");
    if (RandomSquares.serve(parties, field)) {
      terms.put("the making of bits and squares", MAKING);
    }
    if (RandomBits.serve(field)) {
      terms.put("the making of bits", "by corrections of one bit");
    }
    if (KnownBits.serve(field)) {
      terms.put("the making of bits of parties", "elements that are proven to be bits");
    }
    return terms;
  }

  private static byte[] digest(int value) {
    return hash(value).digest();
  }

  private static FieldHash hash(int value) {
    return new FieldHash("preprocessing").add(value);
  }
}
