/** What a file is written in, as far as the rules differ. */
export type Language = 'c' | 'build' | 'other';

/** C and C++ sources and headers; files that steer a build; everything else. */
export function languageOf(path: string): Language {
  if (/\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|inc|inl|ino|ipp)$/i.test(path)) return 'c';
  if (
    /(?:^|\/)(?:GNU)?makefile[^/]*$|(?:^|\/)(?:CMakeLists\.txt|meson\.build|SConstruct|SConscript|platformio\.ini)$|\.(?:mk|mak|cmake|ninja|gn)$/i.test(
      path,
    )
  )
    return 'build';
  return 'other';
}
