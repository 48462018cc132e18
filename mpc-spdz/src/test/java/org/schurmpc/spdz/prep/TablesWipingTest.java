package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.LookupKind.Form;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/** What masked tables are made of is gone afterwards, and so are the items that were put. */
class TablesWipingTest {
  private static final int TABLES = 3;

  private final Queue<long[]> secrets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger puts = new AtomicInteger();

  /** Whether a party has all triples and bits. */
  private final ThreadLocal<Boolean> begun = ThreadLocal.withInitial(() -> false);

  /** Takes down the arrays of MACs of s and r, and of entries. */
  private Field recording(Field field) {
    return (Field)
        Proxy.newProxyInstance(
            Field.class.getClassLoader(),
            new Class<?>[] {Field.class},
            (proxy, method, arguments) -> {
              boolean mask = method.getName().equals("addScaled") && arguments[6].equals(1);
              if (begun.get() && (mask || method.getName().equals("composeRows"))) {
                secrets.add((long[]) arguments[mask ? 2 : 0]);
                secrets.add((long[]) arguments[mask ? 4 : 3]);
              }
              try {
                return method.invoke(field, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private final class Recording implements TablesRig.Lies {
    @Override
    public Demux demux(Field field, ShareArithmetic arithmetic, Opening opening) {
      return new Demux(field, arithmetic, opening) {
        @Override
        Shares multiply(int j, Shares bits, Shares p, int rows, int n, Batch triples, int used)
            throws MpcException {
          begun.set(true);
          Shares t = super.multiply(j, bits, p, rows, n, triples, used);
          for (Shares each : List.of(bits, p, t)) {
            secrets.add(each.values());
            secrets.add(each.macs());
          }
          secrets.add(triples.values);
          secrets.add(triples.macs);
          return t;
        }
      };
    }
  }

  private final class Sink implements MaterialSink {
    private final boolean fails;

    Sink(boolean fails) {
      this.fails = fails;
    }

    @Override
    public void keys(String protocol, long[] keys) {}

    @Override
    public void put(MaterialKind kind, long[] data, int offset, int items) throws MpcException {
      secrets.add(data);
      puts.incrementAndGet();
      if (fails) {
        throw new ConnectionLost("full");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"BYTES, false", "BYTES, true", "BITS, false"})
  void nothingIsLeft(Form form, boolean sinkFails) throws Exception {
    Field field = recording(Fields.named("gf2_40"));
    LookupTable table = TablesTest.random(6, 4);
    LookupKind kind = LookupKind.of(field, table, form);
    SessionPairs.outcomes(
        SessionPairs.networks(),
        session -> {
          long[] alpha = {session.random().nextLong() >>> 24};
          TablesRig.maker(session, field, alpha, new Recording())
              .make(kind, table, TABLES, new Sequencer().of(0), new Sink(sinkFails));
          return null;
        });
    assertTrue(puts.get() == 2 && secrets.size() > 20, puts + " puts, " + secrets.size());
    for (long[] secret : secrets) {
      assertArrayEquals(new long[secret.length], secret);
    }
  }
}
