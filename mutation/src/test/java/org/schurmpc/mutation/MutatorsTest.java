package org.schurmpc.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.classinfo.ClassName;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.GregorMutater;

class MutatorsTest {
  private static final ClassName SAMPLE = ClassName.fromClass(Sample.class);
  private static final ClassByteArraySource SOURCE =
      name -> {
        String file = "/" + name.replace('.', '/') + ".class";
        try (var in = MutatorsTest.class.getResourceAsStream(file)) {
          return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      };

  /** Defines the mutant, and what else it needs, apart from this class. */
  private static final class Mutated extends ClassLoader {
    private final byte[] mutant;

    Mutated(byte[] mutant) {
      super(MutatorsTest.class.getClassLoader());
      this.mutant = mutant;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(SAMPLE.asJavaName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] bytes =
          name.equals(SAMPLE.asJavaName()) ? mutant : SOURCE.getBytes(name).orElseThrow();
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private static String run(byte[] bytes) throws Exception {
    var constructor = new Mutated(bytes).loadClass(SAMPLE.asJavaName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (String) ((Supplier<?>) constructor.newInstance()).get();
  }

  @Test
  void eachMutantLacksWhatItsNameSays() throws Exception {
    String all =
        "required 12, noted, compared, equal false, toss 25, drawn 7, burnt, failed, wiped, wiped";
    assertEquals(all, new Sample().get());
    GregorMutater mutater =
        new GregorMutater(
            SOURCE,
            method -> true,
            List.of(new RemovedCheck(), new PassedCheck(), new ZeroToss(), new ZeroBytes()));
    Map<String, String> results = new TreeMap<>();
    for (MutationDetails mutant : mutater.findMutations(SAMPLE)) {
      String result = run(mutater.getMutation(mutant.getId()).getBytes());
      results.merge(mutant.getDescription(), result, (one, other) -> one + " / " + other);
    }
    String tossed = all.replace("toss 25", "toss 20");
    assertEquals(
        Map.of(
            "Sample.requireSmall", all.replace("required 12, ", ""),
            "Sample.equal", all.replace("equal false", "equal true"),
            "Sample.toss", all + " / " + tossed,
            "SecureRandom.nextBytes", all.replace("drawn 7", "drawn 0"),
            "Sample.burnt", all.replace("burnt, ", ""),
            "Sample$Key.wipe", all.replace(", wiped, wiped", ", wiped")),
        results);
  }
}
