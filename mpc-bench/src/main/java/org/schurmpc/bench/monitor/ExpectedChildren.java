package org.schurmpc.bench.monitor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.bench.control.Admission;
import org.schurmpc.bench.control.Role;

/** Records the children that a plan expects, and those that have called. */
final class ExpectedChildren implements Admission.Callers {
  private final List<Role> expected;
  private final Set<Role> called = new HashSet<>();

  ExpectedChildren(Plan plan) {
    this.expected = plan.roles();
  }

  @Override
  public synchronized Optional<String> refuse(Role role) {
    if (!expected.contains(role)) {
      return Optional.of(
          role.isDealer()
              ? "this run has no dealer"
              : "there is no " + role + " in this run of " + expected.size() + " pieces");
    }
    return called.add(role) ? Optional.empty() : Optional.of("it has " + role + " already");
  }

  /** Returns the children that have not called yet. */
  synchronized List<Role> missing() {
    List<Role> missing = new ArrayList<>(expected);
    missing.removeAll(called);
    return missing;
  }
}
