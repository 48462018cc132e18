package org.schurmpc.core.program;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.Refused;

/** Finds the language of programs on the class path. */
public final class ProgramLanguages {
  private ProgramLanguages() {}

  /**
   * Returns the language of programs.
   *
   * @throws Refused unless the class path has exactly one
   */
  public static ProgramLanguage only() throws Refused {
    return only(all());
  }

  private static List<ProgramLanguage> all() {
    return ServiceLoader.load(ProgramLanguage.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /** Returns the names of the protocols under which programs run. */
  public static Set<String> protocols() {
    return all().stream().map(ProgramLanguage::protocol).collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the programs that come with the languages of the class path. */
  public static List<ReadyProgram> ready() {
    return all().stream().flatMap(language -> language.ready().stream()).toList();
  }

  /** Returns the program of a name that comes with a language, if there is one. */
  public static Optional<ReadyProgram> ready(String name) {
    return ready().stream().filter(program -> program.name().equals(name)).findFirst();
  }

  static ProgramLanguage only(List<ProgramLanguage> all) throws Refused {
    if (all.isEmpty()) {
      throw new Refused("no module that runs programs is on the class path: mpc-vm is one");
    }
    if (all.size() > 1) {
      List<String> names = all.stream().map(ProgramLanguage::name).sorted().toList();
      throw new Refused("the class path has several languages of programs: " + names);
    }
    return all.get(0);
  }
}
