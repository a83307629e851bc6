// Declarations of Satchel's C interface for C#, as far as a program of this size needs them. Untested: no compiler of C# runs
// in the tests. The others follow from include/satchel/c: size_t is UIntPtr, a handle IntPtr, an array of structs a pinned one.
using System;
using System.Runtime.InteropServices;

public static class Satchel
{
    private const string Library = "satchel"; // libsatchel.so of a build with BUILD_SHARED_LIBS

    [StructLayout(LayoutKind.Sequential)]
    public struct Status
    {
        public int Code, Argument;
        public ulong Index, Number0, Number1, Number2, Number3;
        public double Value, ValueY;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Pose { public double X, Y, Cos, Sin; }

    [StructLayout(LayoutKind.Sequential)]
    public struct Pair { public uint A, B; }

    // StructSize: Marshal.SizeOf<PairList>(); what is not used is 0. Pairs points to a pinned Pair[].
    [StructLayout(LayoutKind.Sequential)]
    public struct PairList
    {
        public uint StructSize;
        public IntPtr SceneA, SceneB, Pairs;
        public UIntPtr Count;
        public IntPtr ImagePairs, Periods;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Contact
    {
        public float NormalX, NormalY, Separation;
        public uint Feature;
    }

    public const uint Abi = 5;
    public const int Float = 0, Double = 1;

    [DllImport(Library)] public static extern Status satchel_check_abi(uint abi);
    [DllImport(Library)] private static extern IntPtr satchel_message(Status status);
    [DllImport(Library)] public static extern Status satchel_scene_create(int precision, out IntPtr scene);
    [DllImport(Library)] public static extern void satchel_scene_destroy(IntPtr scene);
    [DllImport(Library)] public static extern Status satchel_add_box(
        IntPtr scene, double halfWidth, double halfHeight, double radius, out uint shape);
    [DllImport(Library)] public static extern Status satchel_add_body(
        IntPtr scene, uint shape, in Pose pose, out uint body);
    [DllImport(Library)] public static extern Status satchel_collide(
        in PairList list, [Out] Contact[] contacts, IntPtr options);

    public static void Check(Status status)
    {
        if (status.Code != 0) throw new InvalidOperationException(Marshal.PtrToStringUTF8(satchel_message(status)));
    }
}
