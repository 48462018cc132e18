package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/** Coefficients are tossed: what would pass under those of a seed of zeros does not. */
class MascotTossTest {
  private static final int BYTES = 8;

  private final Field field;
  private final MascotParameters setting;

  MascotTossTest() throws Refused {
    field = Fields.named("gf2_64");
    setting = new MascotParameters(field, 62, 4, 1, 128);
  }

  /** The first elements of a generator whose seed anybody knows. */
  static long[] guessed(Field field, int n) {
    long[] uniform = new long[n * field.uniformWords()];
    new Prg(new byte[Prg.SEED_BYTES]).nextLongs(uniform, 0, uniform.length);
    long[] elements = new long[n * field.limbs()];
    field.fromUniform(uniform, 0, elements, 0, n);
    return elements;
  }

  /** Another input mask is given towards the peer than is used, and what is sacrificed with it. */
  @Test
  void errorsThatWouldCancelInAnAuthentication() throws Exception {
    long[] errors = {guessed(field, 2)[1], 1};
    AtomicInteger changed = new AtomicInteger();
    MascotRun run = new MascotRun(field, 2, setting);
    Demand demand = Demand.of(run.material.storeName()).add(run.material.inputs(0), 1).build();
    List<MascotRun.Outcome> outcomes =
        run.run(
            demand,
            0,
            (peer, index, frame) -> {
              if (frame.length == Cope.bytes(field, 4, 2)) {
                changed.incrementAndGet();
                for (int at = 0; at < frame.length; at++) {
                  frame[at] ^= (byte) (errors[at / BYTES % 2] >>> (Byte.SIZE * (at % BYTES)));
                }
              }
              return frame;
            });
    assertEquals(1, changed.get());
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcomes.get(1).failure());
    assertEquals(Check.MAC, cheated.check());
    assertTrue(outcomes.get(1).kept().items.isEmpty());
  }

  /** The words that elements are made of, in a run without a cheat. */
  @ParameterizedTest
  @CsvSource({
    "gf2_64, triples",
    "18446744073709551557, bits",
    "18446744073709551557, squares",
    "18446744073709551557, own bits"
  })
  void nothingIsDrawnFromASeedOfZeros(String name, String kind) throws Exception {
    Field field = Fields.named(name);
    Set<Long> drawn = ConcurrentHashMap.newKeySet();
    Field recording =
        (Field)
            Proxy.newProxyInstance(
                Field.class.getClassLoader(),
                new Class<?>[] {Field.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("fromUniform")) {
                    drawn.add(((long[]) arguments[0])[0]);
                  }
                  try {
                    return method.invoke(field, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    MascotRun run = new MascotRun(recording, 2, new MascotParameters(recording, 62, 4, 1, 128));
    MaterialKind made =
        switch (kind) {
          case "bits" -> run.material.bits();
          case "squares" -> run.material.squares();
          case "own bits" -> run.material.ownBits(0);
          default -> run.material.triples();
        };
    Demand demand = Demand.of(run.material.storeName()).add(made, 128).build();
    run.run(demand).forEach(outcome -> assertNull(outcome.failure()));
    long[] zeros = new long[1];
    new Prg(new byte[Prg.SEED_BYTES]).nextLongs(zeros, 0, 1);
    assertTrue(drawn.size() > 4);
    assertFalse(drawn.contains(zeros[0]), "a toss of zeros");
    assertArrayEquals(guessed(this.field, 1), zeros, "an element of a word");
  }
}
