package org.schurmpc.bench.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.monitor.Plan;

/**
 * Lists the roles of one child: the dealer, or the parties of one index in one or more instances.
 */
record ChildRoles(List<Role> roles) {
  ChildRoles {
    roles = List.copyOf(roles);
  }

  /** Returns the children of a plan, in the order in which they are started. */
  static List<ChildRoles> of(Plan plan) {
    Map<Role, List<Role>> children = new LinkedHashMap<>();
    for (Role role : plan.roles()) {
      int first = role.instance() - role.instance() % plan.threads();
      children.computeIfAbsent(new Role(first, role.party()), key -> new ArrayList<>()).add(role);
    }
    return children.values().stream().map(ChildRoles::new).toList();
  }

  /** Returns the role with the lowest instance. */
  Role first() {
    return roles.get(0);
  }

  /** Returns the child's hidden command and its options, for a child on the Monitor's machine. */
  List<String> arguments(int monitorPort, boolean debug) {
    Role role = first();
    List<String> arguments = new ArrayList<>();
    arguments.add(role.isDealer() ? "dealer" : "party");
    arguments.add("--monitor=127.0.0.1:" + monitorPort);
    arguments.add("--listen=127.0.0.1:0");
    arguments.add("--plaintext");
    if (!role.isDealer()) {
      arguments.add("--instance=" + (role.instance() + 1));
      arguments.add("--party=" + (role.party() + 1));
      arguments.add("--threads=" + roles.size());
    }
    if (debug) {
      arguments.add("--debug");
    }
    return arguments;
  }

  /** Returns the roles in words: "party 2 of instance 1", "party 2 of instances 1 to 4". */
  @Override
  public String toString() {
    if (roles.size() == 1) {
      return first().toString();
    }
    int last = roles.get(roles.size() - 1).instance() + 1;
    return "party %d of instances %d to %d"
        .formatted(first().party() + 1, first().instance() + 1, last);
  }
}
