package org.schurmpc.spdz;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.TweakedHash;

/**
 * All arrays of words and bytes, and all generators, that an object of this module and its parts
 * hold when this is made. What is still there once the object is closed was not wiped.
 */
public final class Held {
  private static final String OURS = "org.schurmpc.spdz.";

  /** A hash's own copy of the session's id, which all know. */
  private static final Set<String> PUBLIC = Set.of("sid");

  private final Map<String, Object> found = new TreeMap<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  /** What objects hold, by the way to it from one of them: field names, and numbers in arrays. */
  public static Held by(Object... roots) {
    Held held = new Held();
    for (Object root : roots) {
      held.visit(root.getClass().getSimpleName(), root);
    }
    return held;
  }

  /** Makes sure that there is something to wipe everywhere. */
  public Held filled() {
    for (Object each : found.values()) {
      if (each instanceof long[] words) {
        Arrays.fill(words, 0x5eL);
      } else if (each instanceof byte[] bytes) {
        Arrays.fill(bytes, (byte) 0x5e);
      }
    }
    return this;
  }

  /** Where something is left, other than in fields of these names. */
  public SortedSet<String> left(String... except) {
    SortedSet<String> left = new TreeSet<>();
    found.forEach(
        (place, each) -> {
          String field = place.substring(place.lastIndexOf('.') + 1).replaceFirst("\\[.*", "");
          if (!List.of(except).contains(field) && isLeft(each)) {
            left.add(place);
          }
        });
    return left;
  }

  private static boolean isLeft(Object each) {
    if (each instanceof long[] words) {
      return Arrays.stream(words).anyMatch(word -> word != 0);
    }
    if (each instanceof byte[] bytes) {
      return !Arrays.equals(bytes, new byte[bytes.length]);
    }
    try {
      ((Prg) each).nextBytes(new byte[1], 0, 1);
      return true;
    } catch (IllegalStateException wiped) {
      return false;
    }
  }

  private void visit(String place, Object object) {
    if (object == null || !seen.add(object)) {
      return;
    }
    Class<?> type = object.getClass();
    if (object instanceof long[] || object instanceof byte[]) {
      found.put(place, object);
    } else if (object instanceof Object[]) {
      for (int i = 0; i < Array.getLength(object); i++) {
        visit(place + "[" + i + "]", Array.get(object, i));
      }
    } else if (object instanceof List<?> list) {
      visit(place, list.toArray());
    } else if (object instanceof Map<?, ?> map) {
      visit(place, map.values().toArray());
    } else if (object instanceof Prg) {
      found.put(place, object);
    } else if (!(object instanceof Enum<?>)) {
      for (Class<?> each = type; isWalked(each); each = each.getSuperclass()) {
        visitFields(place, each, object);
      }
    }
  }

  private static boolean isWalked(Class<?> type) {
    return type.getName().startsWith(OURS) || type == TweakedHash.class;
  }

  private void visitFields(String place, Class<?> type, Object object) {
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !PUBLIC.contains(field.getName())) {
        try {
          field.setAccessible(true);
          visit(place + "." + field.getName(), field.get(object));
        } catch (IllegalAccessException e) {
          throw new LinkageError(e.getMessage(), e);
        }
      }
    }
  }
}
