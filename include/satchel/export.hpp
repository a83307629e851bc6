// The macro that marks exported symbols; all other symbols are hidden.
#pragma once

#if defined(_WIN32) && defined(SATCHEL_SHARED)
#if defined(SATCHEL_BUILDING)
#define SATCHEL_API __declspec(dllexport)
#else
#define SATCHEL_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define SATCHEL_API __attribute__((visibility("default")))
#else
#define SATCHEL_API
#endif
