/** The standard header of names that are often used without it. */
const headers: Readonly<Record<string, string>> = {
  ...among(
    'string.h',
    'memcpy memset memcmp memmove memchr strlen strcmp strncmp strcpy strncpy strcat strncat strchr strrchr strstr strtok strdup',
  ),
  ...among(
    'stdio.h',
    'printf fprintf sprintf snprintf vsnprintf vprintf puts putchar fputs fputc fopen fclose fread fwrite fgets fflush stdout stderr stdin FILE EOF sscanf',
  ),
  ...among(
    'stdlib.h',
    'malloc calloc realloc free abs labs atoi atol strtol strtoul qsort bsearch exit abort rand srand EXIT_SUCCESS EXIT_FAILURE',
  ),
  ...among(
    'stdint.h',
    'uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t intptr_t UINT8_MAX UINT16_MAX UINT32_MAX INT16_MAX INT32_MAX INT16_MIN INT32_MIN SIZE_MAX',
  ),
  ...among('stddef.h', 'size_t ptrdiff_t NULL offsetof'),
  ...among('stdbool.h', 'bool true false'),
  ...among('limits.h', 'INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN CHAR_BIT UCHAR_MAX'),
  ...among('assert.h', 'assert'),
  ...among('ctype.h', 'isdigit isalpha isalnum isspace isupper islower isxdigit toupper tolower isprint'),
  ...among(
    'math.h',
    'sqrt sqrtf pow powf fabs fabsf floor floorf ceil ceilf round roundf lround sin cos tan atan2 log log10 exp M_PI NAN INFINITY isnan',
  ),
  ...among('errno.h', 'errno EINVAL ENOMEM EIO EAGAIN EBUSY'),
  ...among('inttypes.h', 'PRIu32 PRId32 PRIx32 PRIu64 PRId64 PRIx64'),
  ...among('stdarg.h', 'va_list va_start va_end va_arg'),
  ...among('time.h', 'time_t time clock difftime strftime'),
};

function among(header: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, header]));
}

/** The standard header that declares a name; null for one that none of them does. */
export function standardHeader(name: string): string | null {
  return Object.hasOwn(headers, name) ? (headers[name] ?? null) : null;
}
