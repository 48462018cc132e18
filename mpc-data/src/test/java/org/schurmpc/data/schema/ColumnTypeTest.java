package org.schurmpc.data.schema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnTypeTest {
  private static final long SEED = 7;

  private static BigInteger one(ColumnType type, String text) throws Misfit {
    BigInteger[] parts = type.encode(text);
    assertEquals(1, parts.length);
    assertEquals(1, type.spans().size());
    ColumnType.Span span = type.spans().get(0);
    assertTrue(span.least().compareTo(parts[0]) <= 0 && parts[0].compareTo(span.most()) <= 0);
    return parts[0];
  }

  private static void assertCode(long expected, ColumnType type, String text) throws Misfit {
    assertEquals(BigInteger.valueOf(expected), one(type, text), text);
  }

  private static void assertMisfit(String why, ColumnType type, String text) {
    Misfit e = assertThrows(Misfit.class, () -> type.encode(text), text);
    assertEquals(why, e.getMessage());
  }

  @Test
  void integersStandForThemselves() throws Exception {
    IntegerType age = new IntegerType(-3, 120);
    assertCode(-3, age, "-3");
    assertCode(120, age, "120");
    assertCode(7, age, " +7.0 ");
    assertCode(100, age, "1e2");
    assertEquals(8, age.spans().get(0).bits());
    assertMisfit("is not from -3 to 120", age, "-4");
    assertMisfit("is not from -3 to 120", age, "121");
    assertMisfit("is no whole number", age, "1.5");
    assertMisfit("is no number", age, "77x");
    assertMisfit("is no number", age, "\u0661"); // a digit, but none of ASCII
    assertMisfit("is missing", age, " ");
    assertMisfit("has too many digits", age, "1e999999999");
    assertMisfit("is no whole number", age, "1e-999999999");
    IntegerType all = new IntegerType(Long.MIN_VALUE, Long.MAX_VALUE);
    assertCode(Long.MIN_VALUE, all, "-9223372036854775808");
    assertCode(Long.MAX_VALUE, all, "9223372036854775807");
    assertMisfit(
        "is not from -9223372036854775808 to 9223372036854775807", all, "9223372036854775808");
    assertEquals(64, all.spans().get(0).bits());
  }

  @Test
  void decimalsAreExact() throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      int precision = 1 + random.nextInt(36);
      int scale = random.nextInt(precision + 1);
      BigInteger units = new BigInteger(120, random).mod(BigInteger.TEN.pow(precision));
      BigDecimal value = new BigDecimal(random.nextBoolean() ? units : units.negate(), scale);
      DecimalType type = new DecimalType(precision, scale);
      String text = random.nextBoolean() ? value.toString() : value.toPlainString();
      BigInteger code = one(type, text);
      assertEquals(value.unscaledValue(), code, text);
      assertEquals(value, type.decode(new BigInteger[] {code}), text);
    }
  }

  @Test
  void decimalsAreNeverRounded() throws Exception {
    DecimalType weight = new DecimalType(6, 2);
    assertCode(999_999, weight, "9999.99");
    assertCode(-999_999, weight, "-9999.990");
    assertCode(0, weight, "0.0000");
    assertMisfit("has more than 4 digits before its point", weight, "10000");
    assertMisfit("has more than 2 digits behind its point", weight, "0.001");
    assertMisfit("is no number", weight, "NaN");
    assertMisfit(
        "has a comma: write 1234.5, with a point and no mark between thousands", weight, "1,5");
  }

  @Test
  void textsKeepTheirBytes() throws Exception {
    String heart = new String(Character.toChars(0x1F9E1)); // 4 bytes
    TextType text = new TextType(20);
    assertEquals(List.of(120, 40), text.spans().stream().map(ColumnType.Span::bits).toList());
    for (String each :
        List.of("", "a", heart.repeat(5), "\u00e9", "x".repeat(15), "y".repeat(16))) {
      assertEquals(each, text.decode(text.encode(each)));
    }
    assertMisfit("is longer than 20 bytes of UTF-8", text, heart.repeat(5) + "a");
    assertMisfit("has the character U+0000", text, "a\0");
    assertMisfit("is no text of Unicode: it has half a surrogate pair", text, heart.substring(1));
    assertArrayEquals(text.encode("e\u0301"), text.encode("\u00e9"), "composed and decomposed");
    TextType exact = new TextType(4);
    assertEquals(heart, exact.decode(exact.encode(heart)));
    assertEquals(32, exact.spans().get(0).bits());
  }

  @Test
  void theOrderOfTextsIsThatOfTheirNumbers() throws Exception {
    TextType text = new TextType(17);
    List<String> sorted = List.of("", "a", "aa", "ab", "b", "b".repeat(16), "\u00e9", "\u4e2d");
    for (int i = 1; i < sorted.size(); i++) {
      BigInteger[] before = text.encode(sorted.get(i - 1));
      BigInteger[] after = text.encode(sorted.get(i));
      assertTrue(Arrays.compare(before, after) < 0, sorted.get(i));
    }
  }

  @Test
  void keysAreTheFirstBitsOfTheHash() throws Exception {
    KeyType key = new KeyType(40, 64);
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest("42".getBytes(StandardCharsets.UTF_8));
    assertEquals(new BigInteger(1, Arrays.copyOf(hash, 8)), one(key, "42"));
    assertEquals(new BigInteger(1, hash).shiftRight(256 - 84), one(new KeyType(40, 84), "42"));
    assertEquals(one(key, "e\u0301"), one(key, "\u00e9"));
    assertNotEquals(one(key, "E"), one(key, "e"));
    assertMisfit("is longer than 40 bytes of UTF-8", key, "x".repeat(41));
    assertMisfit("is empty, and a key is not", key, "");
  }

  @Test
  void datesCountDays() throws Exception {
    DateType born = new DateType(LocalDate.of(1900, 1, 1), LocalDate.of(2030, 12, 31));
    assertCode(0, born, "1900-01-01");
    assertCode(59, born, "1900-03-01"); // 1900 was no leap year
    assertCode(born.spans().get(0).most().longValueExact(), born, "2030-12-31");
    assertEquals(1, one(born, "2024-03-01").subtract(one(born, "2024-02-29")).intValueExact());
    assertEquals(2, one(born, "2000-03-01").subtract(one(born, "2000-02-28")).intValueExact());
    assertCode(1, born, "1900-01-02 00:00:00.0");
    assertEquals(LocalDate.of(2024, 2, 29), born.decode(born.encode("2024-02-29")));
    assertMisfit("is a date that no calendar has", born, "1900-02-29");
    assertMisfit("is a date that no calendar has", born, "2023-02-29");
    assertMisfit("is not from 1900-01-01 to 2030-12-31", born, "1899-12-31");
    assertMisfit("is not from 1900-01-01 to 2030-12-31", born, "2031-01-01");
    assertMisfit("is no date such as 2026-02-28", born, "1.3.2024");
    assertMisfit("is no date such as 2026-02-28", born, "2024-03-01 12:00:00");
  }

  @Test
  void timesCountSeconds() throws Exception {
    TimestampType seen =
        new TimestampType(
            TimestampType.instant("2024-02-28T23:59:59Z"),
            TimestampType.instant("2024-03-01" + " 00:00"));
    assertCode(0, seen, "2024-02-28 23:59:59");
    assertCode(86_401, seen, "2024-03-01 00:00:00.000");
    assertCode(1, seen, "2024-02-29T02:00:00+02");
    assertCode(1, seen, "2024-02-28 20:30:00-03:30");
    assertCode(1, seen, "2024-02-29 00:53:28+00:53:28");
    assertEquals("2024-02-29T00:00Z", seen.decode(seen.encode("2024-02-29 00:00")).toString());
    assertMisfit(
        "has a fraction of a second: let the query cut it off", seen, "2024-02-29 00:00:00.5");
    assertMisfit("is a time that no calendar has", seen, "2023-02-29 00:00:00");
    assertMisfit("is a time that no calendar has", seen, "2024-02-29 24:00:00");
    assertMisfit(
        "is not from 2024-02-28T23:59:59Z to 2024-03-01T00:00:00Z", seen, "2024-02-28 23:59:58");
    assertMisfit(
        "is no time such as 2026-02-28 12:30:00 or 2026-02-28T12:30:00Z", seen, "yesterday");
  }

  @Test
  void wordsAreTheirPlaceInTheList() throws Exception {
    ChoiceType words = new ChoiceType(List.of("A", "B", "C"), false);
    assertCode(0, words, "A");
    assertCode(2, words, "C");
    assertEquals("C", words.decode(words.encode("C")));
    assertMisfit("is none of the words that are listed", words, "c");
    ChoiceType truth = ChoiceType.booleans();
    for (String yes : List.of("true", "t", "1", "TRUE")) {
      assertCode(1, truth, yes);
    }
    for (String no : List.of("false", "f", "0")) {
      assertCode(0, truth, no);
    }
    assertEquals(true, truth.decode(truth.encode("t")));
    assertMisfit("is neither true nor false", truth, "2");
  }
}
