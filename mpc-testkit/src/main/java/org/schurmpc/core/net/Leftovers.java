package org.schurmpc.core.net;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.crypto.Cipher;
import org.schurmpc.core.crypto.Prg;

/**
 * Finds the arrays of words and bytes below an object that hold anything but zeros. Frames that a
 * channel holds until the peer has read them are the peer's.
 */
public final class Leftovers {
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<String> found = new TreeSet<>();
  private final List<Class<?>> outside;

  private Leftovers(List<Class<?>> outside) {
    this.outside = outside;
  }

  /**
   * Returns the paths, field by field, of all arrays that hold something, and of all generators
   * that can still generate.
   *
   * @param outside classes of objects that are not looked into
   */
  public static Set<String> of(Object root, Class<?>... outside) {
    Leftovers leftovers = new Leftovers(List.of(outside));
    leftovers.visit(root, "");
    return leftovers.found;
  }

  /** Returns what a field holds. */
  public static Object field(Object of, String name) {
    for (Class<?> c = of.getClass(); c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          return value(field, of);
        }
      }
    }
    throw new IllegalArgumentException(of.getClass() + " has no field " + name);
  }

  private static Object value(Field field, Object of) {
    try {
      field.setAccessible(true);
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private void visit(Object object, String path) {
    if (object == null
        || object instanceof Enum
        || object instanceof Channel
        || outside.stream().anyMatch(each -> each.isInstance(object))
        || !seen.add(object)) {
      return;
    }
    if (object instanceof long[] words) {
      note(Arrays.stream(words).anyMatch(word -> word != 0), path);
    } else if (object instanceof byte[] bytes) {
      note(!Arrays.equals(bytes, new byte[bytes.length]), path);
    } else if (object instanceof Object[] parts) {
      Arrays.stream(parts).forEach(part -> visit(part, path));
    } else if (object instanceof Collection<?> parts) {
      parts.forEach(part -> visit(part, path));
    } else if (object instanceof Map<?, ?> parts) {
      parts.values().forEach(part -> visit(part, path));
    } else if (object instanceof Optional<?> part) {
      part.ifPresent(present -> visit(present, path));
    } else if (object.getClass().getName().startsWith("org.schurmpc.")) {
      visitFields(object, path);
    }
  }

  private void visitFields(Object object, String path) {
    for (Class<?> c = object.getClass(); c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          Object value = value(field, object);
          String to = path.isEmpty() ? field.getName() : path + "." + field.getName();
          note(object instanceof Prg && value instanceof Cipher, to);
          visit(value, to);
        }
      }
    }
  }

  private void note(boolean left, String path) {
    if (left) {
      found.add(path);
    }
  }
}
