package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.prep.disk.Destruction;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.state.Meter;

/** A party that is killed while the verdict of a check is pending loses the keys of its store. */
class LostKeysTest extends CoreCase {

  /** The causes of lost keys. */
  private static final class Causes implements Meter {
    private final List<String> all = new ArrayList<>();

    @Override
    public void attempt(String job) {}

    @Override
    public void run(String job, String outcome, Duration took) {}

    @Override
    public void checkFailed(int peer) {}

    @Override
    public void keyLost(String cause) {
      all.add(cause);
    }

    @Override
    public void peerUp(int peer, boolean up) {}
  }

  private List<String> counted(int party) {
    Causes causes = new Causes();
    cores[party].scheduler.work().measure(causes);
    return causes.all;
  }

  private Optional<String> lacks(int party) {
    return cores[party].scheduler.work().lacks(cores[party].catalogue.config().jobs().get("read"));
  }

  /** The loss is counted by the start that finds it, and the set is named. */
  @Test
  void aKillInACheckIsCountedOnce() throws Exception {
    start(2, SetsTest.FIELD.formatted(2), SetsTest.MAKE + SetsTest.READ);
    Asked made = new Asked("make").open(64, 100, 23).sendAll();
    awaitEnd(made);
    assertEquals("done done", made.state(0) + " " + made.state(1));
    Asked asked = new Asked("read").open(64, 7);
    Path home = folder.resolve("party2");
    Path killed = folder.resolve("killed");
    Core victim = cores[1];
    assertEquals(List.of(), counted(1));
    victim.atCheck(
        () -> {
          copy(home, killed); // what a kill leaves on the disk
          victim.killAt(line -> true, false);
        });
    asked.sendAll();
    victim.awaitDead();
    Files.move(home, folder.resolve("closed"));
    Files.move(killed, home);
    restart(1);
    assertEquals(List.of("kill"), counted(1));
    assertEquals(List.of(), counted(0));
    String named = lacks(1).orElseThrow();
    assertTrue(named.contains("The set sum was destroyed"), named);
    assertTrue(named.contains(Destruction.PENDING.reason()), named);
    assertEquals(Optional.empty(), lacks(0)); // its own keys are well

    cores[1].close();
    restart(1);
    assertEquals(List.of(), counted(1));
    assertFalse(lacks(1).isEmpty());
  }

  /** Masks that are in stock when operators destroy a store are not given to clients any more. */
  @Test
  void aDestroyedStoreGivesNoMasks() throws Exception {
    start(2, SetsTest.FIELD.formatted(2), SetsTest.MAKE);
    for (int party = 0; party < 2; party++) {
      cores[party].close();
      Path home = setting.of(party);
      StoreDirectory.destroy(home.resolve("store"), home.resolve("records"));
    }
    for (int party = 0; party < 2; party++) {
      restart(party);
    }
    for (Core core : cores) {
      JobEntry make = core.catalogue.config().jobs().get("make");
      await("a mask", () -> core.scheduler.work().freeNumber(make, core.book::isFree).isPresent());
    }
    Asked made = new Asked("make").open(64, 100, 23).sendAll();
    awaitEnd(made);
    assertEquals("done done", made.state(0) + " " + made.state(1));
  }

  /** Copies a folder that is in use: what is deleted meanwhile is left out. */
  private static void copy(Path from, Path to) {
    try {
      Files.walkFileTree(
          from,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes about)
                throws IOException {
              Files.createDirectories(to.resolve(from.relativize(each)));
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes about)
                throws IOException {
              try {
                Files.copy(each, to.resolve(from.relativize(each)));
              } catch (NoSuchFileException e) {
                return FileVisitResult.CONTINUE;
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
