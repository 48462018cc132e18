package org.schurmpc.core.agree;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Compares the public values of all parties, in one round for all values. The comparison finds
 * mistakes: a peer that lies about its values, or echoes this party's message, passes.
 */
public final class PublicValue {
  private PublicValue() {}

  /**
   * Compares hashes of public values (never of secret ones: the peer could search for them).
   *
   * @param digests a hash of each of this party's values, by the name of the value in messages; all
   *     parties have the same names
   * @throws Disagreement naming the first value for which a peer's hash differs
   */
  public static void requireEqual(Session session, SortedMap<String, byte[]> digests)
      throws MpcException {
    byte[] mine = new byte[digests.size() * FieldHash.BYTES];
    int at = 0;
    for (Map.Entry<String, byte[]> digest : digests.entrySet()) {
      byte[] hash =
          session.hash("public value").add(digest.getKey()).add(digest.getValue()).digest();
      System.arraycopy(hash, 0, mine, at, hash.length);
      at += hash.length;
    }
    byte[][] all = session.exchangeAll(mine);
    at = 0;
    for (String name : digests.keySet()) {
      int end = at + FieldHash.BYTES;
      for (int peer : session.peers()) {
        byte[] theirs = Arrays.copyOfRange(all[peer], at, end);
        if (!Secrets.equal(Arrays.copyOfRange(mine, at, end), theirs)) {
          throw new Disagreement("the parties differ in " + name);
        }
      }
      at = end;
    }
  }
}
