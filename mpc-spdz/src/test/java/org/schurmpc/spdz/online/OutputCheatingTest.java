package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** The second party cheats in or before an output, or in whatever else has a check of its own. */
class OutputCheatingTest {
  private static final int N = 3;
  private static final int HONEST = 0;
  private static final int CHEATER = 1;

  private static SpdzRun run(String field) throws MpcException {
    SpdzRun run = new SpdzRun(field, 2, OpeningMode.ALL, 12);
    run.deal(run.material.triples(), 2 * N).deal(run.material.squares(), 2 * N);
    return run.dealInputs(4 * N);
  }

  /** A step of both parties, on uniform values. */
  private interface Step {
    void run(int party, ArithmeticEvaluator engine, Shares x, long[] to) throws Exception;
  }

  /** How both ended; from the step on the cheater's frames count. */
  private static List<Throwable> ends(SpdzRun run, Cheat cheat, Network[] networks, Step step)
      throws Exception {
    return run.ends(
        networks,
        (party, engine) -> {
          Shares x = engine.shares(2 * N);
          engine.random(x, 0, N);
          if (party == CHEATER) {
            cheat.arm();
          }
          long[] to = new long[N * engine.field().limbs()];
          try {
            step.run(party, engine, x, to);
          } finally {
            if (party == HONEST) {
              assertArrayEquals(new long[to.length], to, "an output in spite of the cheat");
            }
          }
          return null;
        });
  }

  /** A share of x + r that is another one is a wrong x at the party that gets it. */
  @ParameterizedTest
  @CsvSource({"p128, 0", "gf2_40, 0", "p128, 1", "gf2_40, 1"})
  void aWrongShareOfAnOutputToOneParty(String field, int owner) throws Exception {
    SpdzRun run = run(field);
    Cheat cheat = new Cheat().at(0, Cheat.ALL, CheatingTest.addOne(run.field, 0));
    List<Throwable> ends =
        ends(
            run,
            cheat,
            cheat.networks(2, CHEATER),
            (party, engine, x, to) -> engine.outputTo(owner, x, 0, to, 0, N));
    CheatingTest.requireCaught(run, HONEST, ends.get(HONEST), Check.MAC);
  }

  /** What is pending is checked before a share of an output is sent, to all or to one. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void noShareOfAnOutputIsSentBeforeWhatIsPendingIsChecked(int owner) throws Exception {
    SpdzRun run = run("p128");
    Cheat cheat = new Cheat().at(0, Cheat.ALL, CheatingTest.addOne(run.field, 0));
    Network[] networks = cheat.networks(2, CHEATER);
    List<Integer> sent = Collections.synchronizedList(new ArrayList<>());
    networks[HONEST] =
        new TamperingNetwork(
            networks[HONEST],
            (peer, index, frame) -> {
              sent.add(frame.length);
              return frame;
            });
    List<Throwable> ends =
        ends(
            run,
            cheat,
            networks,
            (party, engine, x, to) -> {
              if (party == HONEST) {
                sent.clear();
              }
              engine.multiply(x, 0, x, 0, x, N, N);
              if (owner < 0) {
                engine.output(x, N, to, 0, N);
              } else {
                engine.outputTo(owner, x, N, to, 0, N);
              }
            });
    CheatingTest.requireCaught(run, HONEST, ends.get(HONEST), Check.MAC);
    // Shares of two openings a product, the commitment and opening of the toss and of σ.
    assertEquals(List.of(2 * N * 16, 32, 48, 32, 48), sent);
  }

  /** What has a message of shares. */
  private enum Message {
    INPUT,
    MULTIPLY,
    SQUARE,
    OPEN,
    OUTPUT,
    OUTPUT_TO;

    void run(ArithmeticEvaluator engine, Shares x, long[] to) throws Exception {
      switch (this) {
        case INPUT -> engine.input(new int[] {N, N}, to.clone(), 0, x, 0);
        case MULTIPLY -> engine.multiply(x, 0, x, 0, x, N, N);
        case SQUARE -> engine.square(x, 0, x, N, N);
        case OPEN -> engine.openMasked(x, 0, to, 0, N);
        case OUTPUT -> engine.output(x, 0, to, 0, N);
        case OUTPUT_TO -> engine.outputTo(HONEST, x, 0, to, 0, N);
      }
    }
  }

  /** Whatever fails, not only a check of MACs, destroys the store. */
  @ParameterizedTest
  @EnumSource(Message.class)
  void aShareThatIsNoElementDestroysTheStore(Message message) throws Exception {
    SpdzRun run = run("p128");
    Cheat cheat =
        new Cheat()
            .at(
                0,
                Cheat.ALL,
                frame -> {
                  Arrays.fill(frame, 0, run.field.bytes(), (byte) 0xff);
                  return frame;
                });
    List<Throwable> ends =
        ends(
            run,
            cheat,
            cheat.networks(2, CHEATER),
            (party, engine, x, to) -> message.run(engine, x, to));
    CheatingTest.requireCaught(run, HONEST, ends.get(HONEST), Check.MALFORMED);
  }

  /** A check that is asked for, of an opening before. */
  @Test
  void aWrongOpeningIsCaughtByTheNextCheck() throws Exception {
    SpdzRun run = run("p128");
    Cheat cheat = new Cheat().at(0, Cheat.ALL, CheatingTest.addOne(run.field, 0));
    List<Throwable> ends =
        ends(
            run,
            cheat,
            cheat.networks(2, CHEATER),
            (party, engine, x, to) -> {
              engine.openMasked(x, 0, to.clone(), 0, N);
              engine.check();
            });
    CheatingTest.requireCaught(run, HONEST, ends.get(HONEST), Check.MAC);
  }

  /** The key is gone once the engine is closed: nothing is checked under zeros. */
  @Test
  void aClosedEngineChecksNothing() throws Exception {
    SpdzRun run = run("p128");
    run.run(
        (party, engine) -> {
          engine.close();
          assertThrows(IllegalStateException.class, engine::check);
          return null;
        });
  }

  /** Each of these goes through if nobody cheats. */
  @Test
  void withoutACheatAllIsOpened() throws Exception {
    SpdzRun run = run("p128");
    Cheat none = new Cheat();
    List<Throwable> ends =
        run.ends(
            none.networks(2, CHEATER),
            (party, engine) -> {
              Shares x = engine.shares(2 * N);
              engine.random(x, 0, N);
              for (Message message : Message.values()) {
                message.run(engine, x, new long[N * engine.field().limbs()]);
              }
              return null;
            });
    ends.forEach(end -> assertNull(end));
  }
}
